// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.sampling.SamplingError;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * Sparse rows as they travel:
 *
 * <pre>
 * int32[rows]     entries of each row
 * int32[entries]  column of each entry, ascending within a row
 * int32[entries]  bits of each value, a float32
 * </pre>
 */
final class SparseAnswer {
  private SparseAnswer() {}

  /** Rows as they travel. */
  static int[] of(CsrRows rows) {
    final int entries = rows.entries();
    int[] answer = new int[Math.addExact(rows.rows(), Math.multiplyExact(2, entries))];
    for (int i = 0; i < rows.rows(); i++) {
      answer[i] = rows.offsets()[i + 1] - rows.offsets()[i];
    }
    System.arraycopy(rows.columns(), 0, answer, rows.rows(), entries);
    for (int e = 0; e < entries; e++) {
      answer[rows.rows() + entries + e] = Float.floatToRawIntBits(rows.values()[e]);
    }
    return answer;
  }

  /**
   * Rows that have come.
   *
   * @param answer not trusted
   * @param rows how many were asked for
   * @param dim floats of a row
   * @throws GraphemberException with code {@link SamplingError.REPLY_MISMATCH}
   */
  static CsrRows rows(int[] answer, int rows, int dim) {
    int[] offsets = new int[rows + 1];
    long entries = 0;
    for (int i = 0; i < Math.min(rows, answer.length); i++) {
      entries += answer[i];
      if (answer[i] < 0 || entries > answer.length) {
        throw malformed("row %d has %d entries".formatted(i, answer[i]));
      }
      offsets[i + 1] = (int) entries;
    }
    if (answer.length != rows + 2 * entries) {
      throw malformed("it has %d numbers for %d rows".formatted(answer.length, rows));
    }
    int[] columns = Arrays.copyOfRange(answer, rows, rows + (int) entries);
    float[] values = new float[columns.length];
    for (int e = 0; e < values.length; e++) {
      values[e] = Float.intBitsToFloat(answer[rows + columns.length + e]);
    }
    CsrRows sparse = new CsrRows(rows, dim, offsets, columns, values);
    sparse
        .fault()
        .ifPresent(
            fault -> {
              throw malformed("its rows " + fault);
            });
    return sparse;
  }

  private static GraphemberException malformed(String why) {
    return new GraphemberException(
        SamplingError.REPLY_MISMATCH,
        "A node answered with rows that do not fit: %s.".formatted(why));
  }
}
