// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SkipGramTest {
  private static final int ROWS = 6;

  private static float[] rows(int rows, int dim, long key) {
    float[] values = new float[rows * dim + 3];
    for (int i = 0; i < values.length; i++) {
      values[i] = CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
    }
    return values;
  }

  private static int[] starts(int dim) {
    int[] starts = new int[ROWS];
    for (int k = 0; k < ROWS; k++) {
      starts[k] = 3 + k * dim;
    }
    return starts;
  }

  /** Output rows that lie in one array. */
  private static float[][] each(float[] array) {
    float[][] arrays = new float[ROWS][];
    Arrays.fill(arrays, array);
    return arrays;
  }

  @Test
  void addsTheGradientsOfTheFormula() {
    for (int dim : new int[] {1, 5, 16, 40, 100, 128, 131}) {
      for (SkipGram twin : new SkipGram[] {SkipGram.BEST, new ScalarSkipGram()}) {
        float[] x = rows(1, dim, 1);
        float[] y = rows(ROWS, dim, 2);
        float[] dx = new float[x.length];
        float[] dy = new float[y.length];
        float[] scratch = new float[SkipGram.scratch(ROWS, dim)];
        twin.train(x, 3, dx, each(y), each(dy), starts(dim), ROWS, dim, 1, scratch);
        double[] expected = new double[dim];
        double loss = 0;
        for (int k = 0; k < ROWS; k++) {
          double product = 0;
          for (int j = 0; j < dim; j++) {
            product += (double) x[3 + j] * y[3 + k * dim + j];
          }
          assertThat(scratch[k]).isCloseTo((float) product, within(1e-5f));
          final int label = k == 0 ? 1 : 0;
          final double factor = label - 1 / (1 + Math.exp(-product));
          loss -= Math.log(1 / (1 + Math.exp(k == 0 ? -product : product)));
          for (int j = 0; j < dim; j++) {
            expected[j] += factor * y[3 + k * dim + j];
            assertThat(dy[3 + k * dim + j]).isCloseTo((float) (factor * x[3 + j]), within(1e-5f));
          }
        }
        for (int j = 0; j < dim; j++) {
          assertThat(dx[3 + j]).isCloseTo((float) expected[j], within(3e-5f));
        }
        assertThat(SkipGram.loss(scratch, ROWS)).isCloseTo(loss, within(1e-4));
      }
    }
  }

  @Test
  void bothTwinsGiveTheSameBitsInPlace() {
    assertThat(SkipGram.BEST.getClass().getSimpleName()).isEqualTo("VectorSkipGram");
    for (int dim : new int[] {1, 5, 16, 40, 48, 100, 128, 131, 300}) {
      float[][] ends = new float[2][];
      int twins = 0;
      for (SkipGram twin : new SkipGram[] {SkipGram.BEST, new ScalarSkipGram()}) {
        float[] x = rows(1, dim, 3);
        float[] y = rows(ROWS, dim, 4);
        float[] scratch = new float[SkipGram.scratch(ROWS, dim)];
        for (int step = 0; step < 20; step++) {
          twin.train(x, 3, x, each(y), each(y), starts(dim), ROWS - step % 3, dim, 0.1f, scratch);
        }
        float[] end = new float[x.length + y.length];
        System.arraycopy(x, 0, end, 0, x.length);
        System.arraycopy(y, 0, end, x.length, y.length);
        ends[twins++] = end;
      }
      assertThat(ends[0]).as("dim %d", dim).isEqualTo(ends[1]);
    }
  }

  @Test
  void theTableFollowsTheLogisticFunction() {
    for (float x = -10; x < 10; x += 0.00371f) {
      double exact = 1 / (1 + Math.exp(-x));
      assertThat((double) Sigmoid.of(x)).isCloseTo(exact, within(Math.abs(x) < 8 ? 1e-5 : 4e-4));
    }
    assertThat(Sigmoid.of(Float.NaN)).isNaN();
    assertThat(Sigmoid.of(Float.POSITIVE_INFINITY)).isOne();
    assertThat(Sigmoid.of(Float.NEGATIVE_INFINITY)).isZero();
  }
}
