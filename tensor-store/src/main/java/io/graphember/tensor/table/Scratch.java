// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.SegmentedMatrix;
import java.util.Arrays;

/** Room for copies of a chunk of rows, for one operation of one thread. */
final class Scratch {
  private static final int[] NUMBERS = numbers(RowStorage.CHUNK_ROWS);

  private float[] values = {};

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  /** Rows 0 to {@code count - 1}, with anything in them; what was made before is void. */
  SegmentedMatrix rows(int count, int rowValues, int dim) {
    if (values.length < count * rowValues) {
      values = new float[count * rowValues];
    }
    return new SegmentedMatrix(new float[][] {values}, RowStorage.CHUNK_ROWS, 0, rowValues, dim);
  }

  /** The names of those rows: 0, 1, ...; not to be changed. */
  static int[] names() {
    return NUMBERS;
  }
}
