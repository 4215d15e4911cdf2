// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/** What the weights of a row are before anything is written to it. Immutable. */
public sealed interface RowInitializer {
  /** Zeros. */
  static RowInitializer zeros() {
    return new Zeros();
  }

  /**
   * Values uniform in {@code [-bound, bound)}.
   *
   * @param seed of the table; a value depends on it, the table's name, partition, row and column
   */
  static RowInitializer uniform(float bound, long seed) {
    return new Uniform(bound, seed);
  }

  /** Key of the values of one partition, for {@link #fill}. */
  long key(String table, int partition);

  /**
   * The weights of one row.
   *
   * @param key of the partition
   * @param target receives {@code dim} values from {@code at} on
   */
  void fill(long key, int row, int dim, float[] target, int at);

  /** All weights are 0. */
  record Zeros() implements RowInitializer {
    @Override
    public long key(String table, int partition) {
      return 0;
    }

    @Override
    public void fill(long key, int row, int dim, float[] target, int at) {
      Arrays.fill(target, at, at + dim, 0);
    }
  }

  /**
   * Weights uniform in {@code [-bound, bound)}.
   *
   * @param bound positive
   * @param seed of the table
   */
  record Uniform(float bound, long seed) implements RowInitializer {
    /** Checks the bound. */
    public Uniform {
      if (!(bound > 0 && bound < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("the bound must be positive: " + bound);
      }
    }

    @Override
    public long key(String table, int partition) {
      long name = seed;
      for (int i = 0; i < table.length(); i++) {
        name = CounterRandom.child(name, table.charAt(i));
      }
      return CounterRandom.child(name, partition);
    }

    @Override
    public void fill(long key, int row, int dim, float[] target, int at) {
      final long stream = CounterRandom.child(key, row);
      for (int j = 0; j < dim; j++) {
        target[at + j] = bound * (2 * CounterRandom.unitFloat(CounterRandom.bits(stream, j)) - 1);
      }
    }
  }
}
