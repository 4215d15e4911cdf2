// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.graph.GraphError;
import io.graphember.partition.ShardPartitioner;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Map;

/** A partitioner whose options make an {@link ExpansionPlan}. */
abstract class ExpansionPartitioner implements ShardPartitioner {
  /**
   * Most vertices, and most edges, that are not worth some thousands of supersteps: a second of
   * messages, where a shard cuts them all in a fifth of one.
   */
  private static final int FEW = 1 << 17;

  /**
   * The plan that options make.
   *
   * @throws GraphemberException if one of them is wrong
   */
  abstract ExpansionPlan plan(Map<String, String> options);

  @Override
  public final boolean shares(long vertices, long edges) {
    return Math.max(vertices, edges) > FEW;
  }

  @Override
  public final void check(int partitions, Map<String, String> options) {
    plan(partitions, options);
  }

  @Override
  public final long estimateBytes(
      long vertices, long edges, int partitions, Map<String, String> options) {
    return ExpansionPlan.estimateBytes(vertices, vertices, edges, 2 * edges, partitions);
  }

  @Override
  public final long estimateShardBytes(
      long vertices, long own, long edges, long ends, int partitions) {
    return ExpansionPlan.estimateBytes(vertices, own, edges, ends, partitions);
  }

  @Override
  public final void partition(GraphShard shard, PartitioningRequest request, AssignmentSink sink) {
    plan(request.partitions(), request.options()).partition(shard, request, sink);
  }

  private ExpansionPlan plan(int partitions, Map<String, String> options) {
    ExpansionPlan plan = plan(options);
    if (partitions > GroupedCut.MOST_PARTITIONS) {
      throw new GraphemberException(
          GraphError.PARTITIONER_OPTION,
          "graph.partitions = %d: %s makes up to %d partitions; for more use hdrf or hash-2d."
              .formatted(partitions, name(), GroupedCut.MOST_PARTITIONS));
    }
    return plan;
  }
}
