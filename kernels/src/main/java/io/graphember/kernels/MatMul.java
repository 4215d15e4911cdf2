// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import io.graphember.spi.backend.RowProducts;
import java.util.Optional;

/**
 * Rows times a matrix, and the gradient of the matrix. Both twins add up the products of an element
 * in the order of the matrix's rows, or of the rows for the gradient, each with one rounding, so
 * they give the same bits, and a row the same whatever other rows there are. Stateless; any thread.
 */
public interface MatMul extends RowProducts {
  /** The faster twin that this JVM can run. */
  MatMul BEST = Simd.choose(MatMul.class, ScalarMatMul::new);

  /** {@link #BEST} if it is as fast as an engine: by the Vector API. */
  static Optional<RowProducts> asFastAsEngines() {
    return Simd.present() ? Optional.of(BEST) : Optional.empty();
  }
}
