// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import org.junit.jupiter.api.Test;

class SegmentSumTest {
  private static final int ROWS = 300;
  private static final int SEGMENT_ROWS = 60;

  private static float value(int row, int column) {
    return CounterRandom.bounded(CounterRandom.bits(row, column), 2001) / 1000f - 1;
  }

  private static SegmentedMatrix matrix(int dim) {
    final int stride = dim + 3;
    float[][] segments = new float[ROWS / SEGMENT_ROWS][5 + stride * SEGMENT_ROWS];
    SegmentedMatrix matrix = new SegmentedMatrix(segments, SEGMENT_ROWS, 5, stride, dim);
    for (int row = 0; row < ROWS; row++) {
      for (int j = 0; j < dim; j++) {
        matrix.segment(row)[matrix.start(row) + j] = value(row, j);
      }
    }
    return matrix;
  }

  /** Sums in the order of the names, rounded after every product and every sum. */
  @Test
  void bothTwinsGiveTheBitsOfTheFormula() {
    assertThat(SegmentSum.BEST.getClass().getSimpleName()).isEqualTo("VectorSegmentSum");
    int[] names = new int[40];
    float[] weights = new float[40];
    for (int i = 0; i < names.length; i++) {
      names[i] = CounterRandom.bounded(CounterRandom.bits(7, i), ROWS);
      weights[i] = value(i, 1);
    }
    for (int dim : new int[] {1, 3, 8, 16, 47, 64, 100, 128, 131, 300}) {
      SegmentedMatrix matrix = matrix(dim);
      for (int[] range : new int[][] {{0, 1}, {3, 5}, {2, 40}}) {
        for (float[] factors : new float[][] {null, weights}) {
          float[] expected = expected(names, factors, range[0], range[1], dim);
          for (SegmentSum twin : new SegmentSum[] {SegmentSum.BEST, new ScalarSegmentSum()}) {
            float[] sum = new float[dim + 2];
            twin.sum(matrix, names, factors, range[0], range[1], sum, 1);
            assertThat(sum).as("%s, dim %d", twin, dim).isEqualTo(expected);
          }
        }
      }
    }
  }

  /** From index 1 on, zeros before and behind. */
  private static float[] expected(int[] names, float[] factors, int from, int to, int dim) {
    float[] expected = new float[dim + 2];
    for (int j = 0; j < dim; j++) {
      for (int i = from; i < to; i++) {
        float product = (factors == null ? 1 : factors[i]) * value(names[i], j);
        expected[j + 1] = i == from ? product : expected[j + 1] + product;
      }
    }
    return expected;
  }
}
