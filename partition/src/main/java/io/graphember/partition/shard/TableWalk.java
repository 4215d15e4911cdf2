// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.OrderedEdges;
import io.graphember.partition.staging.EdgeTable;
import java.util.function.IntPredicate;

/**
 * A walk over edges of a table in canonical order; vertices have their numbers in the graph. Used
 * by one thread.
 */
final class TableWalk implements OrderedEdges.Own {
  private final EdgeTable edges;
  private final GraphNumbers numbers;
  private final IntPredicate chosen;
  private int destination;
  private int edge = -1;

  /**
   * Before the first edge.
   *
   * @param chosen which edges it comes to, by their numbers
   */
  TableWalk(EdgeTable edges, GraphNumbers numbers, IntPredicate chosen) {
    this.edges = edges;
    this.numbers = numbers;
    this.chosen = chosen;
  }

  @Override
  public boolean next() {
    do {
      edge++;
    } while (edge < edges.edges() && !chosen.test(edge));
    while (destination < edges.vertices() && edges.offsets()[destination + 1] <= edge) {
      destination++;
    }
    return edge < edges.edges();
  }

  @Override
  public int at() {
    return numbers.of(destination);
  }

  @Override
  public int other() {
    return numbers.of(edges.sources()[edge]);
  }
}
