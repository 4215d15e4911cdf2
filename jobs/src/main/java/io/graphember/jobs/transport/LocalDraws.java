// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.training.loop.StorageAccess;
import java.util.function.LongSupplier;

/**
 * The partitions of a job where neighbours are drawn in this process, and rows come from where they
 * are.
 *
 * @param topology of the whole graph
 * @param rows way to rows
 */
public record LocalDraws(PartitionClient topology, StorageAccess rows) implements StorageAccess {
  @Override
  public PartitionClient partitions(LongSupplier batch) {
    return topology;
  }

  @Override
  public RowSource rows(LongSupplier batch) {
    return rows.rows(batch);
  }

  @Override
  public RowSource edgeRows(LongSupplier batch) {
    return rows.edgeRows(batch);
  }

  @Override
  public RowSource targets(LongSupplier batch) {
    return rows.targets(batch);
  }
}
