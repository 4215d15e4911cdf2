// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;

/**
 * A cut into more partitions than a {@link VertexCut} has: into as few groups as can be first, then
 * the edges of each group into its partitions, one group after the other. Fewer groups give fewer
 * replicas.
 *
 * <p>Groups have to be alike: where one has the dense core of the graph its partitions have fewer
 * vertices. So they are cut as the plan says for groups. Groups are of one size, and some have a
 * partition less than others: partitions differ by 3 % for that at most. About twice the time of a
 * cut into {@value VertexCut#MOST_PARTITIONS}. Unlike there, a partition may stay empty if there
 * are hardly more edges than partitions.
 */
final class GroupedCut {
  /** Most partitions of a cut in groups. */
  static final int MOST_PARTITIONS = VertexCut.MOST_PARTITIONS * VertexCut.MOST_PARTITIONS;

  private static final int BATCH = 8192;

  private final ExpansionPlan plan;
  private final GraphShard shard;
  private final PartitioningRequest request;
  private final int groups;

  GroupedCut(ExpansionPlan plan, GraphShard shard, PartitioningRequest request) {
    this.plan = plan;
    this.shard = shard;
    this.request = request;
    groups = groups(request.partitions());
  }

  /** Into how many groups so many partitions are put. */
  private static int groups(int partitions) {
    return (partitions + VertexCut.MOST_PARTITIONS - 1) / VertexCut.MOST_PARTITIONS;
  }

  /**
   * Bytes that a shard takes, see {@link ExpansionPlan#estimateBytes}. A group may have twice its
   * share of the edges, as without refinement.
   */
  static long estimateBytes(long vertices, long own, long edges, long ends, int partitions) {
    final int groups = groups(partitions);
    return edges
        + Math.max(
            ExpansionPlan.estimateBytes(vertices, own, edges, ends, groups),
            EdgeGroups.estimateBytes(edges)
                + edges
                + ExpansionPlan.estimateBytes(
                    vertices,
                    own,
                    2 * edges / groups,
                    2 * ends / groups,
                    (partitions + groups - 1) / groups));
  }

  void partition(AssignmentSink sink) {
    plan.requireRoom(shard, largest());
    final int edges = (int) shard.edges().edges();
    byte[] groupOf = new byte[edges];
    plan.ofGroups()
        .label(shard, request(groups, request.seed(), request.progress()), into(groupOf, 0));
    EdgeGroups sorted = EdgeGroups.of(shard.edges(), groupOf, groups);
    byte[] within = new byte[edges];
    for (int g = 0; g < groups; g++) {
      divide(sorted, g, within);
    }
    answer(groupOf, sorted, within, sink);
  }

  private PartitioningRequest request(int partitions, long seed, PartitioningProgress progress) {
    return new PartitioningRequest(
        partitions,
        seed,
        request.options(),
        request.given(),
        request.splits(),
        request.types(),
        request.workers(),
        progress,
        request.cancellation());
  }

  /** First partition of a group, or P for the one behind the last. */
  private int first(int group) {
    return (int) ((long) group * request.partitions() / groups);
  }

  private int largest() {
    return (request.partitions() + groups - 1) / groups;
  }

  private static ExpansionPlan.Labels into(byte[] labels, int from) {
    return new ExpansionPlan.Labels() {
      private int next = from;

      @Override
      public void take(int[] destinations, int[] partitions, int count) {
        for (int i = 0; i < count; i++) {
          labels[next++] = (byte) partitions[i];
        }
      }
    };
  }

  private void divide(EdgeGroups sorted, int group, byte[] within) {
    final int before = sorted.start(group);
    final int all = within.length;
    PartitioningProgress progress =
        (phase, done, total) -> {
          if (phase.equals("expand")) {
            request.progress().at("divide", Math.min(all, before + done), all);
          }
        };
    plan.label(
        new GraphShard(sorted.edges(group), shard.shared()),
        request(
            first(group + 1) - first(group),
            CounterRandom.child(request.seed(), 5, group),
            progress),
        into(within, before));
  }

  private void answer(byte[] groupOf, EdgeGroups sorted, byte[] within, AssignmentSink sink) {
    final int[] next = new int[groups];
    final int[] firsts = new int[groups];
    for (int g = 0; g < groups; g++) {
      next[g] = sorted.start(g);
      firsts[g] = first(g);
    }
    ExpansionPlan.Labels own = ExpansionPlan.own(shard, sink);
    EdgeStream stream = shard.edges();
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    int[] partitions = new int[BATCH];
    int edge = 0;
    stream.rewind();
    for (int n = stream.read(sources, destinations);
        n > 0;
        n = stream.read(sources, destinations)) {
      for (int i = 0; i < n; i++) {
        final int group = groupOf[edge++];
        partitions[i] = firsts[group] + within[next[group]++];
      }
      own.take(destinations, partitions, n);
    }
  }
}
