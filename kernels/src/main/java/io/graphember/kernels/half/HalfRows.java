// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.half;

import io.graphember.kernels.Bfloat16Rows;
import io.graphember.spi.FeaturePrecision;
import java.util.Optional;

/**
 * Rows of 16-bit floats, two in an int. With {@code h = (dim + 1) / 2}, int i of a row holds value
 * i in its lower half and value {@code h + i}, if there is one, in its upper half: a vector of ints
 * then gives two vectors of neighbouring floats.
 *
 * <p>Rounding is to nearest, ties to even; what is too large becomes infinite, and what is not a
 * number stays so. Widening is exact, so a row that was widened is rounded to the bits that it had.
 * Stateless; any thread. O(dim).
 */
public interface HalfRows {
  /** IEEE 754 binary16. */
  HalfRows FLOAT16 = Float16Rows.BEST;

  /** The upper half of a float32. */
  HalfRows BFLOAT16 = new Bfloat16();

  /** The format of a precision; empty for float32. */
  static Optional<HalfRows> of(FeaturePrecision precision) {
    return switch (precision) {
      case FLOAT32 -> Optional.empty();
      case FLOAT16 -> Optional.of(FLOAT16);
      case BFLOAT16 -> Optional.of(BFLOAT16);
    };
  }

  /** Ints of a row. */
  static int packed(int dim) {
    return Bfloat16Rows.packed(dim);
  }

  /**
   * Reads a row as float32.
   *
   * @param row holds it from {@code start} on
   * @param dim values of a row
   * @param target receives {@code dim} floats from {@code at} on
   */
  void widen(int[] row, int start, int dim, float[] target, int at);

  /**
   * Rounds a row; parameters as of {@link #widen}.
   *
   * @param row receives {@code packed(dim)} ints from {@code start} on
   */
  void round(float[] source, int at, int dim, int[] row, int start);
}
