// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.kernels.half.HalfRows;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;

/**
 * Rows of 16-bit floats as they travel, with {@code h = (dim + 1) / 2}:
 *
 * <pre>
 * int32[rows, h]  value i of a row in the lower half of its int i, value h + i, if there is one, in
 *                 the upper half
 * </pre>
 */
final class HalfAnswer {
  private HalfAnswer() {}

  /**
   * Rows as they travel. They were widened from the same format, so nothing is lost.
   *
   * @param rows float32[rows, dim], row-major
   */
  static int[] of(HalfRows format, float[] rows, int dim) {
    final int packed = HalfRows.packed(dim);
    final int count = rows.length / dim;
    int[] answer = new int[count * packed];
    for (int i = 0; i < count; i++) {
      format.round(rows, i * dim, dim, answer, i * packed);
    }
    return answer;
  }

  /**
   * Rows that have come.
   *
   * @param answer not trusted
   * @param rows how many were asked for
   * @return float32[rows, dim], row-major
   * @throws GraphemberException with code {@link SamplingError#REPLY_MISMATCH}
   */
  static float[] rows(HalfRows format, int[] answer, int rows, int dim) {
    final int packed = HalfRows.packed(dim);
    if (answer.length != (long) rows * packed) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "A node answered with %d numbers for %d rows of %d in 16 bits."
              .formatted(answer.length, rows, dim));
    }
    float[] widened = new float[Math.multiplyExact(rows, dim)];
    for (int i = 0; i < rows; i++) {
      format.widen(answer, i * packed, dim, widened, i * dim);
    }
    return widened;
  }
}
