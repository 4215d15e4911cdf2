// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.partition.staging.VertexReader;

/** What is known of the masters of a graph's partitions, wherever it lies. Used by one thread. */
public interface MasterColumns {
  /** Hears of masters. */
  @FunctionalInterface
  interface Visitor {
    /**
     * A master.
     *
     * @param local its local number
     * @param columns have what is known of it, until the visitor returns
     * @param row its row there
     */
    void master(int local, VertexReader columns, int row);
  }

  /** Goes through the masters of a vertex type in a partition, by local number. */
  void forEach(int partition, int type, Visitor visitor);
}
