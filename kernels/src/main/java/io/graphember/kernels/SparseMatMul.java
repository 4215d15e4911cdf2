// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import io.graphember.spi.CsrRows;

/**
 * Sparse rows times a dense matrix, {@code y_i = sum_e v_e b_c(e)} over the entries e of row i.
 * With the matrix of an aggregator as x it is a sum over the neighbours of each destination, and
 * with x {@linkplain CsrRows#transposed transposed} and the gradients of y it is the gradient of
 * the matrix: {@code db = x' dy}. Both twins add in the order of the entries and round every
 * product and every sum, so they give the same bits. Stateless; any thread.
 */
public interface SparseMatMul {
  /** The faster twin that this JVM can run. */
  SparseMatMul BEST = Simd.choose(SparseMatMul.class, ScalarSparseMatMul::new);

  /**
   * Rows {@code from .. to - 1} of y. O(entries dim).
   *
   * @param x sparse rows
   * @param matrix row-major, {@code x.dim()} rows of {@code dim} floats
   * @param y its rows {@code from .. to - 1} of {@code dim} floats are overwritten
   */
  void multiply(CsrRows x, int from, int to, float[] matrix, int dim, float[] y);
}
