// SPDX-License-Identifier: Apache-2.0
/** Tests of the wait for replies. */
package io.graphember.sampling.engine;
