// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.OrderedEdges;
import io.graphember.partition.staging.EdgeTable;

/**
 * A walk over the edges of a table in canonical order; vertices have their numbers in the graph.
 * Used by one thread.
 */
final class TableWalk implements OrderedEdges.Own {
  private final EdgeTable edges;
  private final GraphNumbers numbers;
  private int destination;
  private int edge = -1;

  /** Before the first edge. */
  TableWalk(EdgeTable edges, GraphNumbers numbers) {
    this.edges = edges;
    this.numbers = numbers;
  }

  @Override
  public boolean next() {
    edge++;
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
