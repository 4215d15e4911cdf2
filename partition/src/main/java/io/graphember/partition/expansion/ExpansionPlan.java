// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.graph.GraphError;
import io.graphember.partition.cut.CutLabels;
import io.graphember.partition.cut.EmptyPartitions;
import io.graphember.partition.cut.PartitionOrder;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.refinement.Refinement;
import io.graphember.partition.refinement.ReplicaCounts;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;

/**
 * The steps that AdaDNE and DistributedNE have in common: index, expand, place what is left,
 * refine, put partitions in order, answer.
 *
 * @param control makes the control of the expansion
 * @param groups makes that of the expansion of groups, see {@link GroupedCut}
 * @param hubDegree multiple of the mean degree above which a vertex is not expanded
 * @param tail share of the edges that is placed in batches, not expanded
 * @param refinementPasses passes of refinement; 0 for none, not even for balance
 */
record ExpansionPlan(
    Control control, Control groups, double hubDegree, double tail, int refinementPasses) {
  private static final int BATCH = 8192;

  /** Makes the control of an expansion. */
  @FunctionalInterface
  interface Control {
    /**
     * For a graph.
     *
     * @param edges edges of the simple graph
     */
    ExpansionControl of(int partitions, long edges);
  }

  /** Takes the partition of every edge that a shard reads, in the order of its stream. */
  @FunctionalInterface
  interface Labels {
    /**
     * Takes the next ones.
     *
     * @param destinations of the edges
     * @param partitions of the edges; may be overwritten
     * @param count how many entries of the arrays count
     */
    void take(int[] destinations, int[] partitions, int count);
  }

  /** Answers for a shard's own edges; two shards read an edge between them. */
  static Labels own(GraphShard shard, AssignmentSink sink) {
    return (destinations, partitions, count) -> {
      int own = 0;
      for (int i = 0; i < count; i++) {
        if (shard.owns(destinations[i])) {
          partitions[own++] = partitions[i];
        }
      }
      sink.assignEdges(partitions, own);
    };
  }

  /**
   * Bytes that a shard takes in all steps, with refinement.
   *
   * @param vertices that the shard knows
   * @param own how many of them are at home there
   * @param edges edges that the shard reads
   * @param ends ends of these at home there
   */
  static long estimateBytes(long vertices, long own, long edges, long ends, int partitions) {
    if (partitions > VertexCut.MOST_PARTITIONS) {
      return GroupedCut.estimateBytes(vertices, own, edges, ends, partitions);
    }
    return SimpleGraph.estimateBytes(vertices, edges, ends)
        + Math.max(
            NeighborExpansion.estimateBytes(vertices, own, edges),
            edges + 8 * vertices + Refinement.estimateBytes(vertices, own, partitions));
  }

  /** The same for groups. */
  ExpansionPlan ofGroups() {
    return new ExpansionPlan(groups, groups, hubDegree, tail, refinementPasses);
  }

  /** Cuts a graph, in groups if it is into many partitions. */
  void partition(GraphShard shard, PartitioningRequest request, AssignmentSink sink) {
    if (request.partitions() > VertexCut.MOST_PARTITIONS) {
      new GroupedCut(this, shard, request).partition(sink);
    } else {
      label(shard, request, own(shard, sink));
    }
  }

  /**
   * Refuses before hours of work what cannot be indexed or refined.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  void requireRoom(GraphShard shard, int partitions) {
    SimpleGraph.requireRoom(shard.edges());
    if (refined(partitions)) {
      ReplicaCounts.size(shard.shared().vertices().rows(), partitions);
    }
  }

  private boolean refined(int partitions) {
    return refinementPasses > 0 && partitions > 1;
  }

  /** Cuts a graph into up to {@value VertexCut#MOST_PARTITIONS} partitions. */
  void label(GraphShard shard, PartitioningRequest request, Labels labels) {
    requireRoom(shard, request.partitions());
    request.progress().at("index", 0, 1);
    SimpleGraph graph = SimpleGraph.of(shard, request.cancellation());
    VertexCut cut =
        Leftovers.place(
            expand(graph, request), request.seed(), request.workers(), request.cancellation());
    CutLabels.agree(shard, cut, request.cancellation());
    if (refined(request.partitions()) && graph.edges() > 0) {
      if (!shard.alone()) {
        graph.sortSlots(request.workers()); // moves name an edge by its ends
      }
      new Refinement(cut, request).run(refinementPasses);
    }
    EmptyPartitions.fill(cut);
    answer(shard, cut, PartitionOrder.of(cut), CounterRandom.child(request.seed(), 3), labels);
  }

  private ExpansionState expand(SimpleGraph graph, PartitioningRequest request) {
    double meanDegree = 2.0 * graph.edges() / Math.max(1, graph.connected());
    return new NeighborExpansion(
            graph,
            control.of(request.partitions(), graph.edges()),
            (int) Math.min(Integer.MAX_VALUE, hubDegree * meanDegree),
            request)
        .run((long) (tail * graph.edges()));
  }

  /**
   * Maps the cut back: parallel and reverse edges go where their simple edge is.
   *
   * @param numbers of the partitions, in the answer
   */
  private static void answer(
      GraphShard shard, VertexCut cut, int[] numbers, long loopKey, Labels labels) {
    final EdgeStream stream = shard.edges();
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    int[] partitions = new int[BATCH];
    int edge = 0;
    stream.rewind();
    for (int n = stream.read(sources, destinations);
        n > 0;
        n = stream.read(sources, destinations)) {
      for (int i = 0; i < n; i++, edge++) {
        partitions[i] =
            numbers[
                sources[i] == destinations[i]
                    ? ofLoop(cut, cut.graph.number(sources[i]), loopKey)
                    : cut.assigned[cut.graph.representative(edge)]];
      }
      labels.take(destinations, partitions, n);
    }
  }

  /**
   * A self loop goes to one of the partitions of its vertex by hash, or to one of all if the vertex
   * has no other edge.
   */
  private static int ofLoop(VertexCut cut, int vertex, long loopKey) {
    final long set = cut.sets[vertex];
    final long bits = CounterRandom.bits(loopKey, cut.graph.id(vertex));
    if (set == 0) {
      return CounterRandom.bounded(bits, cut.partitions);
    }
    long rest = set;
    for (int i = CounterRandom.bounded(bits, Long.bitCount(set)); i > 0; i--) {
      rest &= rest - 1;
    }
    return Long.numberOfTrailingZeros(rest);
  }
}
