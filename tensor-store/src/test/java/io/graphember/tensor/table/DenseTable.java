// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/** What a table should hold: every row moves at every step, in double, as the papers write it. */
final class DenseTable {
  private final RowOptimizer optimizer;
  private final double[][] weights;
  private final double[][] first; // slot 0
  private final double[][] second; // slot 1
  private final long[] steps;

  DenseTable(RowOptimizer optimizer, int rows, int dim) {
    this.optimizer = optimizer;
    this.weights = new double[rows][dim];
    this.first = new double[rows][dim];
    this.second = new double[rows][dim];
    this.steps = new long[rows];
  }

  double[] row(int row, long step) {
    advance(row, step);
    return weights[row];
  }

  void advance(int row, long step) {
    while (steps[row] < step) {
      step(row, null, 0);
    }
  }

  void update(int row, float[] gradients, int at, long step) {
    advance(row, step - 1);
    step(row, gradients, at);
  }

  private void step(int row, float[] gradients, int at) {
    final long step = ++steps[row];
    final double rate = optimizer.learningRate().at(step);
    for (int j = 0; j < weights[row].length; j++) {
      final double g = gradients == null ? 0 : gradients[at + j];
      if (optimizer instanceof RowOptimizer.Momentum momentum) {
        first[row][j] = momentum.momentum() * first[row][j] + g;
        weights[row][j] -= rate * first[row][j];
      } else {
        weights[row][j] -= rate * g;
      }
    }
  }
}
