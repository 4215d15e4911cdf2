// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.kernels.OptimizerKernels.AdamDecays;
import io.graphember.kernels.OptimizerKernels.AdamSteps;
import io.graphember.spi.CounterRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Formulas are tested where they have names, in the tables; here the twins are compared. */
class OptimizerKernelsTest {
  private static final int ROWS = 9;
  private static final int SLOTS = 2;
  private static final int[] NAMES = {7, 3, 8, 0, 5};
  private static final int AT = 3;
  private static final AdamDecays DECAYS = new AdamDecays(0.9f, 0.999f, 1e-8f);

  private static float value(long key, int i) {
    return CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
  }

  private static float[] values(long key, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = value(key, i);
    }
    return values;
  }

  /** Segments of four rows, positive everywhere, so that roots are numbers. */
  private static SegmentedMatrix matrix(int dim) {
    final int stride = dim * (1 + SLOTS) + 2;
    float[][] segments = new float[3][];
    for (int s = 0; s < segments.length; s++) {
      segments[s] = values(s, 5 + 4 * stride);
      for (int i = 0; i < segments[s].length; i++) {
        segments[s][i] += 0.5f;
      }
    }
    return new SegmentedMatrix(segments, 4, 5, stride, dim);
  }

  private static float[][] segments(SegmentedMatrix matrix) {
    return new float[][] {matrix.segment(0), matrix.segment(4), matrix.segment(8)};
  }

  private static Map<String, BiConsumer<OptimizerKernels, SegmentedMatrix>> kernels(int dim) {
    final float[] g = values(11, AT + NAMES.length * dim);
    final float[] drifts = values(12, NAMES.length);
    final float[] decays = values(13, NAMES.length);
    final AdamSteps steps = new AdamSteps(values(14, 30), values(15, 30), positive());
    final int from = 1;
    final int to = NAMES.length;
    Map<String, BiConsumer<OptimizerKernels, SegmentedMatrix>> all = new LinkedHashMap<>();
    all.put("sgd", (rows, m) -> rows.sgd(m, NAMES, from, to, g, AT, 0.1f));
    all.put("coast", (rows, m) -> rows.coast(m, NAMES, from, to, drifts, decays));
    all.put(
        "momentum",
        (rows, m) -> rows.momentum(m, NAMES, from, to, drifts, decays, g, AT, 0.1f, 0.9f));
    all.put("adagrad", (rows, m) -> rows.adagrad(m, NAMES, from, to, g, AT, 0.1f, 1e-10f));
    all.put("adam", (rows, m) -> rows.adam(m, NAMES, from, to, g, AT, DECAYS, 0.99f, 0.1f, 1.7f));
    all.put("adam idle", (rows, m) -> rows.adamIdle(m, 6, DECAYS, steps, 30));
    all.put("scale", (rows, m) -> rows.scale(m, NAMES, from, to, 0.3f));
    final SegmentedMatrix other =
        new SegmentedMatrix(new float[][] {values(17, ROWS * (dim + 1))}, ROWS, 1, dim + 1, dim);
    final int[] others = {0, 4, 2, 6, 1, 3};
    all.put("add scaled", (rows, m) -> rows.addScaled(m, NAMES, from, to, other, others, 2, -0.3f));
    return all;
  }

  private static float[] positive() {
    float[] positive = values(16, 30);
    for (int i = 0; i < positive.length; i++) {
      positive[i] += 0.6f;
    }
    return positive;
  }

  @Test
  void bothTwinsGiveTheSameBits() {
    assertThat(OptimizerKernels.BEST.getClass().getSimpleName())
        .isEqualTo("VectorOptimizerKernels");
    for (int dim : new int[] {1, 3, 8, 16, 47, 64, 100, 128, 131}) {
      kernels(dim)
          .forEach(
              (name, kernel) -> {
                SegmentedMatrix scalar = matrix(dim);
                SegmentedMatrix vector = matrix(dim);
                kernel.accept(new ScalarOptimizerKernels(), scalar);
                kernel.accept(OptimizerKernels.BEST, vector);
                assertThat(segments(vector)).as("%s %d", name, dim).isDeepEqualTo(segments(scalar));
                assertThat(segments(scalar)).isNotEqualTo(segments(matrix(dim)));
              });
    }
  }

  @Test
  void rowsAreFoundInSegmentsOfAnyLength() {
    for (int length : new int[] {1, 2, 3, 15 << 11, 123_457, 1 << 30, Integer.MAX_VALUE}) {
      SegmentedMatrix rows = new SegmentedMatrix(new float[0][], length, 5, 0, 1);
      for (int i = 0; i < 1000; i++) {
        final int row = (int) (CounterRandom.bits(length, i) >>> 33);
        assertThat(rows.number(row)).isEqualTo(row / length);
        final int next = row / length * length;
        assertThat(rows.number(next)).isEqualTo(row / length);
        assertThat(rows.number(Math.max(0, next - 1))).isEqualTo(Math.max(0, next - 1) / length);
      }
      assertThat(rows.number(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE / length);
    }
    SegmentedMatrix rows = new SegmentedMatrix(new float[0][], 6, 5, 10, 1);
    assertThat(rows.start(0)).isEqualTo(5);
    assertThat(rows.start(5)).isEqualTo(55);
    assertThat(rows.start(6)).isEqualTo(5);
  }

  /** A row that is not named keeps its bits, and so does what lies between rows. */
  @Test
  void kernelsTouchTheirRowsOnly() {
    final int dim = 17;
    kernels(dim)
        .forEach(
            (name, kernel) -> {
              SegmentedMatrix changed = matrix(dim);
              SegmentedMatrix before = matrix(dim);
              kernel.accept(OptimizerKernels.BEST, changed);
              for (int row : new int[] {1, 2, 4, 7}) { // 7 is before from
                for (int j = -2; j < dim * (1 + SLOTS); j++) {
                  int at = changed.start(row) + j;
                  assertThat(changed.segment(row)[at]).as(name).isEqualTo(before.segment(row)[at]);
                }
              }
            });
  }
}
