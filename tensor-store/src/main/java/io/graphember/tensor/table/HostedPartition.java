// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import java.util.function.IntConsumer;

/** A partition on its host, with locks for rows that several trainers change at once. */
final class HostedPartition {
  private static final int STRIPES = 256;

  private final TablePartition rows;
  private final Object[] stripes = new Object[STRIPES];

  HostedPartition(TablePartition rows) {
    this.rows = rows;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
  }

  TablePartition rows() {
    return rows;
  }

  /** A step of the optimizer, row by row, each under its lock. */
  void update(RowSums gradients, long step) {
    final int[] names = gradients.rows();
    final int dim = rows.spec().dim();
    eachLocked(
        names,
        gradients.count(),
        i -> rows.update(names, i, i + 1, gradients.sums(), i * dim, step));
  }

  /** Adds values, row by row, each under its lock. */
  void add(RowSums values, long step) {
    final int[] names = values.rows();
    final int dim = rows.spec().dim();
    eachLocked(
        names, values.count(), i -> rows.put(names, i, i + 1, values.sums(), i * dim, true, step));
  }

  private void eachLocked(int[] names, int count, IntConsumer change) {
    for (int i = 0; i < count; i++) {
      if (i % RowStorage.CHUNK_ROWS == 0) { // a lock lets no misses overlap
        rows.touch(names, i, Math.min(i + RowStorage.CHUNK_ROWS, count));
      }
      synchronized (stripes[names[i] % STRIPES]) {
        change.accept(i);
      }
    }
  }
}
