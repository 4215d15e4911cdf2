// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;

/**
 * Adds up squared errors: the loss is their mean over rows and columns, the quality the root of
 * that, below 0. Used by one thread.
 */
public final class ErrorCounts implements OutputCounts {
  private final int columns;
  private final double[] sums = new double[2]; // squared errors of rows, rows

  /**
   * No vertex has been seen.
   *
   * @param columns numbers of a vertex
   */
  public ErrorCounts(int columns) {
    this.columns = columns;
  }

  /** {@inheritDoc} Expected are float32[rows, columns]. */
  @Override
  public void add(ByteBuffer outputs, ByteBuffer expected, int rows) {
    for (int i = 0; i < rows * columns; i++) {
      final int at = Float.BYTES * i;
      final double error = (double) outputs.getFloat(at) - expected.getFloat(at);
      sums[0] += error * error / columns;
    }
    sums[1] += rows;
  }

  @Override
  public double[] toArray() {
    return sums.clone();
  }

  @Override
  public Score total(double[] all) {
    final double mean = all[0] / all[1];
    return all[1] == 0 ? Score.NONE : new Score(mean, -Math.sqrt(mean), (long) all[1]);
  }
}
