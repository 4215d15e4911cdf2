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

  int rows() {
    return weights.length;
  }

  /** The row after a step; may be changed. */
  double[] row(int row, long step) {
    while (steps[row] < step) {
      step(row, null, 0);
    }
    return weights[row];
  }

  void update(int row, float[] gradients, int at, long step) {
    row(row, step - 1);
    step(row, gradients, at);
  }

  private void step(int row, float[] gradients, int at) {
    final long step = ++steps[row];
    for (int j = 0; j < weights[row].length; j++) {
      if (gradients != null || optimizer.dense()) {
        move(row, j, gradients == null ? 0 : gradients[at + j], step);
      }
    }
  }

  private void move(int row, int j, double g, long step) {
    final double rate = optimizer.learningRate().at(step);
    final double w = weights[row][j];
    if (optimizer instanceof RowOptimizer.Momentum momentum) {
      first[row][j] = momentum.momentum() * first[row][j] + g;
      weights[row][j] = w - rate * first[row][j];
    } else if (optimizer instanceof RowOptimizer.Adagrad adagrad) {
      first[row][j] += g * g;
      weights[row][j] = w - rate * g / (Math.sqrt(first[row][j]) + adagrad.delta());
    } else if (optimizer instanceof RowOptimizer.Adam adam) {
      weights[row][j] = w - adam(row, j, g, step, rate, adam.beta1(), adam.beta2(), adam.epsilon());
    } else if (optimizer instanceof RowOptimizer.AdamW adam) {
      weights[row][j] =
          w
              - adam(row, j, g, step, rate, adam.beta1(), adam.beta2(), adam.epsilon())
              - rate * adam.weightDecay() * w;
    } else {
      weights[row][j] = w - rate * g;
    }
  }

  private double adam(
      int row, int j, double g, long t, double rate, double beta1, double beta2, double epsilon) {
    first[row][j] = beta1 * first[row][j] + (1 - beta1) * g;
    second[row][j] = beta2 * second[row][j] + (1 - beta2) * g * g;
    final double m = first[row][j] / (1 - Math.pow(beta1, t));
    final double v = second[row][j] / (1 - Math.pow(beta2, t));
    return rate * m / (Math.sqrt(v) + epsilon);
  }
}
