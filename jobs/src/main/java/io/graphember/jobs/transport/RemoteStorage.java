// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.rows.RowSource;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.RowKind;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.training.loop.StorageAccess;
import java.util.function.LongSupplier;

/**
 * The partitions of a job over Ignite, as seen from this node.
 *
 * @param calls calls to other nodes
 * @param job the job on this node
 */
public record RemoteStorage(NodeCalls calls, LiveJob job) implements StorageAccess {
  @Override
  public PartitionClient partitions(LongSupplier batch) {
    return new RemotePartitionClient(calls, job, batch);
  }

  @Override
  public RowSource rows(LongSupplier batch) {
    return new RemoteRowSource(calls, job, batch, RowKind.VERTICES);
  }

  @Override
  public RowSource edgeRows(LongSupplier batch) {
    return new RemoteRowSource(calls, job, batch, RowKind.EDGES);
  }

  @Override
  public RowSource targets(LongSupplier batch) {
    return new RemoteRowSource(calls, job, batch, RowKind.TARGETS);
  }
}
