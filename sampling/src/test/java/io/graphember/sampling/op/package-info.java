// SPDX-License-Identifier: Apache-2.0
/** Tests of sampling: its law, its results, its errors. */
package io.graphember.sampling.op;
