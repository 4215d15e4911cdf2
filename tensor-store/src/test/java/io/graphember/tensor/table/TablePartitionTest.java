// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TablePartitionTest {
  private static final int ROWS = 40;
  private static final int DIM = 19;

  static List<RowOptimizer> optimizers() {
    LearningRate rate = LearningRate.constant(0.05f);
    return List.of(
        RowOptimizer.sgd(rate),
        RowOptimizer.momentum(rate),
        new RowOptimizer.Momentum(LearningRate.cosine(0.1f, 0.001f, 700).warmUp(50), 0.99f));
  }

  /** 1,000 steps with few rows each, read at random: what a dense sweep of all rows would give. */
  @ParameterizedTest
  @MethodSource("optimizers")
  void rowsReadAsIfAllRowsHadMovedAtEveryStep(RowOptimizer optimizer) {
    TableSpec spec = new TableSpec("t", DIM, Precision.FLOAT32, RowInitializer.zeros(), optimizer);
    TablePartition table = new TablePartition(spec, 0, ROWS);
    DenseTable dense = new DenseTable(optimizer, ROWS, DIM);
    for (int step = 1; step <= 1000; step++) {
      final int first = CounterRandom.bounded(CounterRandom.bits(1, step), ROWS - 2);
      int[] rows = {first, first + 2};
      float[] gradients = new float[2 * DIM];
      for (int i = 0; i < gradients.length; i++) {
        gradients[i] = CounterRandom.unitFloat(CounterRandom.bits(step, i)) - 0.5f;
      }
      table.update(rows, 0, 2, gradients, 0, step);
      dense.update(rows[0], gradients, 0, step);
      dense.update(rows[1], gradients, DIM, step);
      final int read = CounterRandom.bounded(CounterRandom.bits(2, step), ROWS);
      float[] weights = new float[DIM];
      table.get(new int[] {read}, 0, 1, step, weights, 0);
      double[] expected = dense.row(read, step);
      for (int j = 0; j < DIM; j++) {
        assertThat((double) weights[j]).isCloseTo(expected[j], within(2e-5));
      }
    }
  }
}
