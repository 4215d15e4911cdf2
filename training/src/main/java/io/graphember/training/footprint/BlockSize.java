// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import io.graphember.sampling.op.Direction;
import io.graphember.spi.model.Space;
import io.graphember.training.job.sampling.HopRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The largest block that a layer can be given.
 *
 * @param destinations number of destinations
 * @param sources number of sources, the destinations among them
 * @param edges number of edges, self loops among them
 * @param pairs number of pairs of the batch that the block is of; 0 where nothing is learned of
 *     edges
 */
record BlockSize(long destinations, long sources, long edges, long pairs) {
  /**
   * The blocks of the largest batch, layer 0 first: every hop reaches as many vertices as its
   * fanout and the degrees of the graph allow, no vertex twice, and not more than there are.
   *
   * @param seeds of the batch
   * @param pairs of the batch
   * @param selfLoops true if every vertex is among its own neighbours
   */
  static List<BlockSize> of(
      long seeds, long pairs, HopRules rules, boolean selfLoops, GraphSize graph) {
    List<BlockSize> blocks = new ArrayList<>();
    long reached = Math.min(seeds, graph.vertices());
    for (int fanout : rules.fanouts()) {
      final long edges = edges(reached, fanout, rules, graph);
      final long sources = Math.min(graph.vertices(), reached + edges);
      blocks.add(new BlockSize(reached, sources, edges + (selfLoops ? reached : 0), pairs));
      reached = sources;
    }
    Collections.reverse(blocks);
    return blocks;
  }

  /**
   * The blocks of a batch that is a subgraph.
   *
   * @param vertices of the subgraph, at most
   */
  static List<BlockSize> ofSubgraph(
      long vertices, int layers, HopRules rules, boolean selfLoops, GraphSize graph) {
    final long most = Math.min(vertices, graph.vertices());
    final long edges = edges(most, rules.fanouts()[0], rules, graph);
    return Collections.nCopies(
        layers, new BlockSize(most, most, edges + (selfLoops ? most : 0), 0));
  }

  private static long edges(long reached, int fanout, HopRules rules, GraphSize graph) {
    if (rules.replacement() && fanout >= 0) {
      return reached * fanout; // an edge may be drawn several times
    }
    return rules.direction() == Direction.IN
        ? graph.inEdges(reached, fanout)
        : Math.min(graph.edges(), fanout < 0 ? graph.edges() : reached * fanout);
  }

  /** Number of rows of a value, at most. */
  long rows(Space space, int edgeTypes) {
    return switch (space) {
      case SOURCES -> sources;
      case DESTINATIONS -> destinations;
      case EDGES -> edges;
      case NEIGHBORHOODS -> Math.min(edges, destinations * edgeTypes);
      case PAIRS -> pairs;
      case ONE -> 1;
    };
  }
}
