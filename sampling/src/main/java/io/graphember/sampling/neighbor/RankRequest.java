// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.graph.GraphError;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeNumbers;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.VertexTable;
import io.graphember.spi.error.GraphemberException;

/** Asks one partition for the edges of vertices that come first by a rule, with their ranks. */
public final class RankRequest implements PartitionRequest<RankReply> {
  private final int partition;
  private final Direction direction;
  private final int edgeType;
  private final int fanout;
  private final EdgeRule.Order order;
  private final long window;
  private final Direction described;
  private final int[] vertices;
  private final boolean[] cut;
  private final long[] streams;
  private final long[] limits;
  private final int[] excludedOffsets;
  private final long[] excluded;
  private final Details details;

  /**
   * A request of n vertices.
   *
   * @param described direction of the degrees and places of neighbours in the reply
   * @param vertices local numbers, masters or mirrors
   * @param cut whether each vertex has edges in other partitions too
   * @param streams key of the random stream of each vertex
   * @param limits edges of a vertex are taken before this time; empty for no times
   * @param excludedOffsets n + 1 starts in {@code excluded}; empty for none
   * @param excluded ids of neighbours that are not to be met
   * @param details what the reply says of the neighbours
   */
  public RankRequest(
      int partition,
      EdgeRule rule,
      Direction described,
      int[] vertices,
      boolean[] cut,
      long[] streams,
      long[] limits,
      int[] excludedOffsets,
      long[] excluded,
      Details details) {
    this.partition = partition;
    this.direction = rule.direction();
    this.edgeType = rule.edgeType();
    this.fanout = rule.fanout();
    this.order = rule.order();
    this.window = rule.window();
    this.described = described;
    this.vertices = vertices;
    this.cut = cut;
    this.streams = streams;
    this.limits = limits;
    this.excludedOffsets = excludedOffsets;
    this.excluded = excluded;
    this.details = details;
  }

  @Override
  public int partition() {
    return partition;
  }

  int[] vertices() {
    return vertices;
  }

  boolean[] cut() {
    return cut;
  }

  long[] streams() {
    return streams;
  }

  long[] limits() {
    return limits;
  }

  int[] excludedOffsets() {
    return excludedOffsets;
  }

  long[] excluded() {
    return excluded;
  }

  @Override
  public long bytes() {
    return 4L * (vertices.length + excludedOffsets.length)
        + cut.length
        + 8L * ((long) streams.length + limits.length + excluded.length);
  }

  @Override
  public RankReply answer(ResidentPartition asked) {
    requireFits(asked);
    RankedEdges ranked = new RankedEdges();
    EdgeRule rule = new EdgeRule(direction, edgeType, fanout, order, window);
    new EdgeRanker(asked, rule).rank(this, ranked);
    EdgeNumbers.find(
        asked.topology(),
        direction,
        vertices,
        ranked.counts.values,
        vertices.length,
        ranked.positions,
        ranked.edges);
    int[] neighbors = ranked.positions.toArray();
    direction.gather(asked.topology(), vertices, ranked.counts.values, vertices.length, neighbors);
    int[] distinct = asked.number(neighbors);
    return new RankReply(
        ranked.counts.toArray(),
        neighbors,
        ranked.edges.toArray(),
        ranked.ranks.toArray(),
        VertexTable.describe(asked.topology(), partition, described, distinct, details));
  }

  private void requireFits(ResidentPartition asked) {
    for (int vertex : vertices) {
      if (vertex < 0 || vertex >= asked.topology().vertices()) {
        throw outOfRange("vertex " + vertex);
      }
    }
    if (cut.length != vertices.length) {
      throw outOfRange(cut.length + " flags");
    }
    if (streams.length != vertices.length) {
      throw outOfRange(streams.length + " streams");
    }
    if (limits.length != 0 && limits.length != vertices.length) {
      throw outOfRange(limits.length + " times");
    }
    if (excludedOffsets.length == 0) {
      return;
    }
    boolean good =
        excludedOffsets.length == vertices.length + 1
            && excludedOffsets[0] == 0
            && excludedOffsets[vertices.length] == excluded.length;
    for (int i = 0; good && i < vertices.length; i++) {
      good = excludedOffsets[i] <= excludedOffsets[i + 1];
    }
    if (!good) {
      throw outOfRange("excluded edges that do not fit its vertices");
    }
  }

  private GraphemberException outOfRange(String what) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names %s, which partition %d does not hold.".formatted(what, partition));
  }
}
