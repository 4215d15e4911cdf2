// SPDX-License-Identifier: Apache-2.0
/**
 * Sparse input for any backend: {@link io.graphember.kernels.sparse.SparseInputBackend} computes
 * the first products of sparse rows, and the sums of them, before an engine sees the batch. Engines
 * do not know of it.
 */
@NullMarked
package io.graphember.kernels.sparse;

import org.jspecify.annotations.NullMarked;
