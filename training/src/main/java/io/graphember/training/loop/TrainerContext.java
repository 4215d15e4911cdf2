// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.graph.rows.RowSource;
import io.graphember.sampling.batch.Aggregation;
import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.NeighborSampler;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelKind;
import io.graphember.training.sync.Collective;
import java.util.Iterator;
import java.util.concurrent.Executor;

/**
 * What a trainer is lent.
 *
 * @param partitions way to the topology
 * @param rows way to the feature rows
 * @param collective way to the other trainers
 * @param replies how replies are waited for
 * @param executor runs one sampling task of this trainer at a time
 */
public record TrainerContext(
    PartitionClient partitions,
    RowSource rows,
    Collective collective,
    Replies replies,
    Executor executor) {

  Cancellation cancellation() {
    return replies.cancellation();
  }

  BatchPipeline pipeline(ModelKind kind, int depth, Iterator<BatchTask> tasks) {
    Aggregation aggregation = kind == ModelKind.GCN ? Aggregation.GCN_NORM : Aggregation.MEAN;
    return new BatchPipeline(
        executor,
        depth,
        tasks,
        new NeighborSampler(partitions, replies),
        new BatchAssembler(rows, partitions.partitions(), aggregation, replies),
        cancellation());
  }
}
