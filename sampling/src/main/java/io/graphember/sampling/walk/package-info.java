// SPDX-License-Identifier: Apache-2.0
/** Random walks. */
package io.graphember.sampling.walk;
