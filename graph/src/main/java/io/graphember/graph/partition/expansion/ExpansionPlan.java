// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.partition.expansion;

import io.graphember.graph.GraphError;
import io.graphember.graph.partition.PartitionerOptions;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Map;

/**
 * The steps that AdaDNE and DistributedNE have in common: index, expand, stream what is left,
 * refine, answer.
 *
 * @param control makes the control of the expansion
 * @param hubDegree multiple of the mean degree above which a vertex is not expanded
 * @param tail share of the edges that is streamed instead of expanded
 * @param refinementPasses passes of refinement; 0 for none, not even for balance
 */
record ExpansionPlan(Control control, double hubDegree, double tail, int refinementPasses) {
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

  /** Bytes of all steps, with refinement. */
  static long estimateBytes(long vertices, long edges, int partitions) {
    return SimpleGraph.estimateBytes(vertices, edges)
        + Math.max(
            NeighborExpansion.estimateBytes(vertices, edges),
            edges + 8 * vertices + Refinement.estimateBytes(vertices, partitions));
  }

  void partition(EdgeStream stream, PartitioningRequest request, AssignmentSink sink) {
    request.progress().at("index", 0, 1);
    SimpleGraph graph = SimpleGraph.of(stream, request.cancellation());
    VertexCut cut = Leftovers.place(expand(graph, request));
    if (refinementPasses > 0 && request.partitions() > 1 && graph.edges() > 0) {
      new Refinement(cut, request).run(refinementPasses);
    }
    EmptyPartitions.fill(cut);
    answer(stream, cut, sink);
  }

  /** Options of a partitioner that makes such a plan, checked. */
  static <R extends Record> R options(
      String partitioner, int partitions, Map<String, String> options, Class<R> type) {
    R bound = PartitionerOptions.bind(partitioner, options, type);
    if (partitions > VertexCut.MOST_PARTITIONS) {
      throw new GraphemberException(
          GraphError.PARTITIONER_OPTION,
          "graph.partitions = %d: %s makes up to %d partitions; for more use hdrf or hash-2d."
              .formatted(partitions, partitioner, VertexCut.MOST_PARTITIONS));
    }
    return bound;
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

  /** Maps the cut back: parallel and reverse edges go where their simple edge is. */
  private static void answer(EdgeStream stream, VertexCut cut, AssignmentSink sink) {
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
            sources[i] == destinations[i]
                ? placeLoop(cut, cut.graph.number(sources[i]))
                : cut.assigned[cut.graph.representative(edge)];
      }
      sink.assignEdges(partitions, n);
    }
  }

  /**
   * A self loop goes to the smallest partition of its vertex, or of all if it has no other edge.
   */
  private static int placeLoop(VertexCut cut, int vertex) {
    final long set = cut.sets[vertex];
    int best = -1;
    for (int p = 0; p < cut.partitions; p++) {
      boolean allowed = set == 0 || (set >>> p & 1) != 0;
      if (allowed && (best < 0 || cut.edges[p] < cut.edges[best])) {
        best = p;
      }
    }
    cut.edges[best]++;
    cut.join(vertex, best);
    return best;
  }
}
