// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TablePartitionTest {
  private static final int ROWS = 40;
  private static final int DIM = 19;
  private static final LearningRate RATE = LearningRate.constant(0.1f);

  static List<RowOptimizer> optimizers() {
    return Optimizers.all();
  }

  private static TablePartition zeros(RowOptimizer optimizer, int rows, int dim) {
    return new TablePartition(
        new TableSpec("t", dim, Precision.FLOAT32, RowInitializer.zeros(), optimizer), 0, rows);
  }

  private static float[] get(TablePartition table, int row, long step) {
    float[] weights = new float[table.spec().dim()];
    table.get(new int[] {row}, 0, 1, step, weights, 0);
    return weights;
  }

  private static float value(long key, int i) {
    return CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 0.5f;
  }

  /**
   * 1,000 steps with two rows each, read at random: what the formula gives in double when all rows
   * move at every step, to 1e-4 of what rows have moved (each about 50 times by up to 0.1).
   */
  @ParameterizedTest
  @MethodSource("optimizers")
  void rowsReadAsIfAllRowsHadMovedAtEveryStep(RowOptimizer optimizer) {
    TablePartition table = zeros(optimizer, ROWS, DIM);
    DenseTable dense = new DenseTable(optimizer, ROWS, DIM);
    for (int step = 1; step <= 1000; step++) {
      final int first = CounterRandom.bounded(CounterRandom.bits(1, step), ROWS - 2);
      int[] rows = {first, first + 2};
      float[] gradients = new float[2 * DIM];
      for (int i = 0; i < gradients.length; i++) {
        gradients[i] = value(step, i);
      }
      table.update(rows, 0, 2, gradients, 0, step);
      dense.update(rows[0], gradients, 0, step);
      dense.update(rows[1], gradients, DIM, step);
      final int read = CounterRandom.bounded(CounterRandom.bits(2, step), ROWS);
      assertClose(get(table, read, step), dense.row(read, step), 1e-4);
    }
  }

  /** Rows that are late by more steps than any replay or table of powers covers. */
  @ParameterizedTest
  @MethodSource("optimizers")
  void rowsThatAreVeryLateReadRight(RowOptimizer optimizer) {
    TablePartition table = zeros(optimizer, 2, DIM);
    DenseTable dense = new DenseTable(optimizer, 2, DIM);
    float[] gradient = new float[DIM];
    for (int j = 0; j < DIM; j++) {
      gradient[j] = value(1, j);
    }
    for (int step : new int[] {1, 2, 4000, 4001, 9000}) {
      assertClose(get(table, 1, step - 1), dense.row(1, step - 1), 1e-4);
      table.update(new int[] {1}, 0, 1, gradient, 0, step);
      dense.update(1, gradient, 0, step);
      assertClose(get(table, 1, step), dense.row(1, step), 1e-4);
    }
    assertClose(get(table, 1, 20_000), dense.row(1, 20_000), 1e-4);
    assertClose(get(table, 0, 20_000), dense.row(0, 20_000), 0);
  }

  @Test
  void stepsThatAreReplayedAreCounted() {
    TablePartition table = zeros(new RowOptimizer.Adam(RATE, 0.9f, 0.999f, 1e-8f, true), 3, DIM);
    float[] gradient = new float[DIM];
    table.update(new int[] {1}, 0, 1, gradient, 0, 1);
    assertThat(table.replayedSteps()).isZero();
    table.update(new int[] {1, 2}, 0, 2, new float[2 * DIM], 0, 8); // row 2 has not moved before
    assertThat(table.replayedSteps()).isEqualTo(6);
    get(table, 1, 10_000);
    assertThat(table.replayedSteps()).isEqualTo(6 + 265);
    assertThat(zeros(RowOptimizer.momentum(RATE), 3, DIM).replayedSteps()).isZero();
  }

  static void assertClose(float[] weights, double[] expected, double tolerance) {
    for (int j = 0; j < weights.length; j++) {
      assertThat((double) weights[j])
          .isCloseTo(expected[j], within(tolerance * (1 + Math.abs(expected[j]))));
    }
  }

  /**
   * Momentum as a table of its own, all of whose rows are multiplied and added at every step, is
   * what GraphScale does (figure 6); the lazy table gives the same rows, to 2e-5 of their values.
   */
  @Test
  void lazyMomentumIsMultPutAndMultAddAtEveryStep() {
    for (LearningRate rate :
        List.of(LearningRate.constant(0.05f), LearningRate.linear(0.1f, 0, 900).warmUp(30))) {
      TablePartition lazy = zeros(RowOptimizer.momentum(rate), ROWS, DIM);
      TablePartition weights = zeros(RowOptimizer.sgd(RATE), ROWS, DIM);
      TablePartition momentum = zeros(RowOptimizer.sgd(RATE), ROWS, DIM);
      for (int step = 1; step <= 1000; step++) {
        int[] rows = {CounterRandom.bounded(CounterRandom.bits(3, step), ROWS)};
        float[] gradient = new float[DIM];
        for (int j = 0; j < DIM; j++) {
          gradient[j] = value(step, j);
        }
        lazy.update(rows, 0, 1, gradient, 0, step);
        momentum.mult(RowOptimizer.Momentum.MOMENTUM, step);
        momentum.put(rows, 0, 1, gradient, 0, true, step);
        weights.multAdd(momentum, -rate.at(step), step);
        final int read = CounterRandom.bounded(CounterRandom.bits(4, step), ROWS);
        final float[] expected = get(weights, read, step);
        final float[] read1 = get(lazy, read, step);
        for (int j = 0; j < DIM; j++) {
          assertThat(read1[j]).isCloseTo(expected[j], within(2e-5f * (1 + Math.abs(expected[j]))));
        }
      }
    }
  }

  /** Two steps with gradients 1 and 2 at rate 0.1, by hand. */
  @Test
  void optimizersStepByHand() {
    assertSteps(RowOptimizer.sgd(RATE), -0.1, -0.3);
    assertSteps(RowOptimizer.momentum(RATE), -0.1, -0.39); // v = 1, 2.9
    assertSteps(RowOptimizer.adagrad(RATE), -0.1, -0.1894427); // 0.1 * 2 / sqrt(5)
    assertSteps(RowOptimizer.adam(RATE), -0.1, -0.1965182); // 0.1 * 1.526316 / sqrt(2.500750)
    // w = 0 decays by nothing, then -0.1 by 0.1 * 0.5 * -0.1
    assertSteps(RowOptimizer.adamW(RATE, 0.5f), -0.1, -0.1915182);
  }

  private static void assertSteps(RowOptimizer optimizer, double first, double second) {
    TablePartition table = zeros(optimizer, 1, 1);
    table.update(new int[] {0}, 0, 1, new float[] {1}, 0, 1);
    assertThat((double) get(table, 0, 1)[0]).isCloseTo(first, within(1e-7));
    table.update(new int[] {0}, 0, 1, new float[] {2}, 0, 2);
    assertThat((double) get(table, 0, 2)[0]).isCloseTo(second, within(1e-7));
  }

  @Test
  void constantsHaveTheirUsualValues() {
    assertThat(RowOptimizer.momentum(RATE)).isEqualTo(new RowOptimizer.Momentum(RATE, 0.9f));
    assertThat(RowOptimizer.adagrad(RATE)).isEqualTo(new RowOptimizer.Adagrad(RATE, 1e-10f));
    assertThat(RowOptimizer.adam(RATE))
        .isEqualTo(new RowOptimizer.Adam(RATE, 0.9f, 0.999f, 1e-8f, false));
    assertThat(RowOptimizer.adamW(RATE, 0.01f))
        .isEqualTo(new RowOptimizer.AdamW(RATE, 0.9f, 0.999f, 1e-8f, 0.01f, false));
  }

  @Test
  void constantsThatAreNoneAreRefused() {
    assertRefused(() -> new RowOptimizer.Momentum(RATE, 1), "momentum must be in [0, 0.9999]: 1.0");
    assertRefused(
        () -> new RowOptimizer.Adam(RATE, 1, 0.9f, 1e-8f, true),
        "beta1 and beta2 must be in [0, 1): 1.0 0.9");
    assertRefused(
        () -> new RowOptimizer.Adam(RATE, 0.9f, 0.9f, 0, true), "epsilon must be positive: 0.0");
    assertRefused(() -> new RowOptimizer.Adagrad(RATE, 0), "delta must be positive: 0.0");
    assertRefused(
        () -> RowOptimizer.adamW(RATE, 10),
        "weight decay must be 0 or more and below 1 / 0.1: 10.0");
    assertRefused(() -> RowInitializer.uniform(0, 1), "the bound must be positive: 0.0");
    assertRefused(
        () -> zeros(RowOptimizer.sgd(RATE), 1, 0),
        "a table needs a name and 1 .. 65536 columns: name='t' dim=0");
    assertRefused(
        () -> zeros(RowOptimizer.sgd(RATE), -1, 1),
        "need partition >= 0 and rows >= 0: partition=0 rows=-1");
  }

  private static void assertRefused(Runnable work, String message) {
    assertThatThrownBy(work::run).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @ParameterizedTest
  @MethodSource("optimizers")
  void readsChangeNothingAndLateOnesDoNotMoveRowsBack(RowOptimizer optimizer) {
    TablePartition read = zeros(optimizer, 2, DIM);
    TablePartition unread = zeros(optimizer, 2, DIM);
    float[] gradient = new float[DIM];
    for (int step = 1; step <= 50; step += 7) {
      Arrays.fill(gradient, step);
      for (TablePartition table : List.of(read, unread)) {
        table.update(new int[] {1}, 0, 1, gradient, 0, step);
      }
      assertThat(get(read, 1, 0)).isEqualTo(get(read, 1, step));
      get(read, 1, step + 3);
      get(read, 0, step + 6);
    }
    assertThat(get(read, 1, 60)).isEqualTo(get(unread, 1, 60));
  }

  /** Rows of a value that depends on seed, name, partition, row and column, and on nothing else. */
  @Test
  void untouchedRowsHaveTheirInitialWeights() {
    RowOptimizer sgd = RowOptimizer.sgd(RATE);
    TableSpec spec =
        new TableSpec("in", 3, Precision.FLOAT32, RowInitializer.uniform(0.5f, 9), sgd);
    TablePartition table = new TablePartition(spec, 4, 100);
    final float[] before = get(table, 77, 0);
    assertThat(before).isNotEqualTo(get(table, 78, 0));
    for (float weight : before) {
      assertThat(weight).isBetween(-0.5f, 0.5f);
    }
    table.put(new int[] {3}, 0, 1, new float[3], 0, true, 0); // the segment is real now
    assertThat(get(table, 77, 0)).isEqualTo(before);
    assertThat(get(new TablePartition(spec, 4, 80), 77, 0)).isEqualTo(before);
    assertThat(get(new TablePartition(spec, 5, 100), 77, 0)).isNotEqualTo(before);
    TableSpec out =
        new TableSpec("out", 3, Precision.FLOAT32, RowInitializer.uniform(0.5f, 9), sgd);
    assertThat(get(new TablePartition(out, 4, 100), 77, 0)).isNotEqualTo(before);
  }

  /** Rows of several segments, each of 2^15 rows of 128 weights. */
  @Test
  void wholeTablesAreMultipliedAndAdded() {
    final int rows = 70_000;
    RowOptimizer sgd = RowOptimizer.sgd(RATE);
    TableSpec spec =
        new TableSpec("t", 128, Precision.FLOAT32, RowInitializer.uniform(0.5f, 9), sgd);
    TablePartition table = new TablePartition(spec, 0, rows);
    final float[] before = get(table, 69_999, 0);
    table.mult(-2, 0);
    float[] expected = new float[128];
    for (int j = 0; j < 128; j++) {
      expected[j] = -2 * before[j];
    }
    assertThat(get(table, 69_999, 0)).isEqualTo(expected);
    TablePartition sum = zeros(sgd, rows, 128);
    sum.multAdd(zeros(sgd, rows, 128), 3, 0);
    assertThat(get(sum, 69_999, 0)).isEqualTo(new float[128]);
    sum.multAdd(table, -0.5f, 0);
    assertThat(get(sum, 69_999, 0)).isEqualTo(before);
    assertThatThrownBy(() -> sum.multAdd(zeros(sgd, rows, 64), 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("70000 x 64 rows cannot be added to 70000 x 128");
  }

  @Test
  void kernelsMayWriteRowsInPlace() {
    TablePartition table = zeros(RowOptimizer.sgd(RATE), 33_000, 128);
    table.allocate();
    table.segment(32_999)[table.start(32_999) + 5] = 7;
    assertThat(get(table, 32_999, 0)[5]).isEqualTo(7);
    TablePartition slots = zeros(RowOptimizer.momentum(RATE), 2, 2);
    assertThatThrownBy(() -> slots.segment(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("rows of table t are not plain float32 rows");
  }

  @Test
  void estimatesCountWhatRowsTake() {
    RowOptimizer adam = new RowOptimizer.Adam(RATE, 0.9f, 0.999f, 1e-8f, true);
    assertThat(estimate(Precision.FLOAT32, RowOptimizer.sgd(RATE))).isEqualTo(512_000);
    assertThat(estimate(Precision.BFLOAT16, RowOptimizer.sgd(RATE))).isEqualTo(256_000);
    assertThat(estimate(Precision.FLOAT32, adam)).isEqualTo(1_540_000); // and its last step
    assertThat(estimate(Precision.BFLOAT16, adam)).isEqualTo(1_284_000); // slots are float32
  }

  private static long estimate(Precision precision, RowOptimizer optimizer) {
    return TablePartition.estimateBytes(
        new TableSpec("t", 128, precision, RowInitializer.zeros(), optimizer), 1000);
  }
}
