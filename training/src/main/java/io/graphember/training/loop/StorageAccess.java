// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.engine.PartitionClient;
import java.util.function.LongSupplier;

/**
 * A trainer's ways to the partitions of its graph. The number of a batch goes with its requests, so
 * that storage nodes serve the earliest batch first. Safe for use by several threads.
 */
public interface StorageAccess {
  /**
   * A way to the topology.
   *
   * @param batch number of the batch whose requests go this way, asked at each of them
   */
  PartitionClient partitions(LongSupplier batch);

  /**
   * A way to the feature rows.
   *
   * @param batch number of the batch whose requests go this way, asked at each of them
   */
  RowSource rows(LongSupplier batch);

  /**
   * A way to the feature rows of edges, by partition and number of an edge there.
   *
   * @param batch number of the batch whose requests go this way, asked at each of them
   */
  RowSource edgeRows(LongSupplier batch);

  /**
   * A way to the target rows of the vertices that are learned.
   *
   * @param batch number of the batch whose requests go this way, asked at each of them
   */
  RowSource targets(LongSupplier batch);

  /** Ways that do not look at the batch. */
  static StorageAccess of(
      PartitionClient partitions, RowSource rows, RowSource edgeRows, RowSource targets) {
    return new StorageAccess() {
      @Override
      public PartitionClient partitions(LongSupplier batch) {
        return partitions;
      }

      @Override
      public RowSource rows(LongSupplier batch) {
        return rows;
      }

      @Override
      public RowSource edgeRows(LongSupplier batch) {
        return edgeRows;
      }

      @Override
      public RowSource targets(LongSupplier batch) {
        return targets;
      }
    };
  }
}
