// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drift;

import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTypes;
import io.graphember.memory.RowMatrix;
import io.graphember.spi.CounterRandom;

/**
 * A sample of the feature rows of one vertex type in one partition, the same whenever it is drawn.
 * A row of more than {@value #COLUMNS} floats is taken as that many blocks of floats that lie side
 * by side, each the mean of its floats.
 *
 * @param values of all rows, one row after the other
 * @param rows how many
 */
public record FeatureSample(float[] values, int rows) {
  /** Columns, or blocks of them. */
  public static final int COLUMNS = 256;

  /** Rows of all partitions together. */
  public static final int ROWS = 2048;

  private static final long SEED = 0x6472696674L;

  /** Columns that a row of so many floats is taken as. */
  static int columns(int dim) {
    return Math.min(dim, COLUMNS);
  }

  /** The first float of a column of a row of so many floats. */
  static int first(int dim, int column) {
    return (int) ((long) column * dim / columns(dim));
  }

  /**
   * Draws rows, with replacement.
   *
   * @param vertexType of the masters
   * @param input rows of all masters
   * @param dim floats of a row of that type
   * @param wanted rows, if the partition has masters of the type
   */
  static FeatureSample draw(
      GraphPartition partition, int vertexType, RowMatrix input, int dim, int wanted) {
    final PartitionTypes types = partition.topology().types();
    final int masters = types.masters(vertexType);
    final int rows = masters == 0 ? 0 : wanted;
    final int columns = columns(dim);
    final long key = CounterRandom.child(SEED, partition.number());
    final float[] row = new float[input.dim()];
    final float[] values = new float[rows * columns];
    for (int i = 0; i < rows; i++) {
      final int drawn = (int) (CounterRandom.unitDouble(CounterRandom.bits(key, i)) * masters);
      input.read(types.start(vertexType) + drawn, row, 0);
      for (int column = 0; column < columns; column++) {
        values[i * columns + column] = mean(row, dim, column);
      }
    }
    return new FeatureSample(values, rows);
  }

  private static float mean(float[] row, int dim, int column) {
    final int from = first(dim, column);
    final int to = first(dim, column + 1);
    double sum = 0;
    for (int j = from; j < to; j++) {
      sum += row[j];
    }
    return (float) (sum / (to - from));
  }
}
