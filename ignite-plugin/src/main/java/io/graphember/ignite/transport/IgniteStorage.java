// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.graph.rows.RowSource;
import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.RowKind;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.training.loop.StorageAccess;
import java.util.function.LongSupplier;

/**
 * The partitions of a job over Ignite, as seen from this node.
 *
 * @param calls calls to other nodes
 * @param job the job on this node
 */
public record IgniteStorage(NodeCalls calls, LiveJob job) implements StorageAccess {
  @Override
  public PartitionClient partitions(LongSupplier batch) {
    return new IgnitePartitionClient(calls, job, batch);
  }

  @Override
  public RowSource rows(LongSupplier batch) {
    return new IgniteRowSource(calls, job, batch, RowKind.VERTICES);
  }

  @Override
  public RowSource edgeRows(LongSupplier batch) {
    return new IgniteRowSource(calls, job, batch, RowKind.EDGES);
  }

  @Override
  public RowSource targets(LongSupplier batch) {
    return new IgniteRowSource(calls, job, batch, RowKind.TARGETS);
  }
}
