// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;

/**
 * Gives every empty partition an edge of the largest one, as long as that has two. Only graphs with
 * hardly more edges than partitions need it.
 */
final class EmptyPartitions {
  private final VertexCut cut;
  private final SimpleGraph graph;
  private final ShardExchange exchange;

  private EmptyPartitions(VertexCut cut, ShardExchange exchange) {
    this.cut = cut;
    this.exchange = exchange;
    graph = cut.graph;
  }

  /** Two supersteps for each empty partition. */
  static void fill(VertexCut cut, ShardExchange exchange) {
    EmptyPartitions empty = new EmptyPartitions(cut, exchange);
    for (int p = 0; p < cut.partitions; p++) {
      int donor = largest(cut.edges);
      if (cut.edges[p] == 0 && cut.edges[donor] > 1) {
        empty.give(donor, p);
      }
    }
  }

  private static int largest(long[] counts) {
    int largest = 0;
    for (int p = 1; p < counts.length; p++) {
      largest = counts[p] > counts[largest] ? p : largest;
    }
    return largest;
  }

  /** The first edge of the donor, by its lower end and then by its higher one. */
  private void give(int donor, int to) {
    long edge = Long.MAX_VALUE;
    for (byte[] message : exchange.gather(number(firstEdge(donor)))) {
      edge = Math.min(edge, new MessageReader(message).number());
    }
    final int u = end(edge >>> 32);
    final int w = end(edge & 0xFFFFFFFFL);
    cut.edges[donor]--;
    cut.edges[to]++;
    moveEnd(u, w, donor, to);
    moveEnd(w, u, donor, to);
  }

  private int end(long vertex) {
    if (vertex < 0 || vertex >= graph.vertices()) {
      throw MessageReader.malformed("a vertex is " + vertex);
    }
    return (int) vertex;
  }

  private static byte[] number(long value) {
    MessageWriter out = new MessageWriter();
    out.number(value);
    return out.toBytes();
  }

  /** Lower end above, higher end in the low 32 bits; the largest number if there is none. */
  private long firstEdge(int donor) {
    for (int u = 0; u < graph.vertices(); u++) {
      int first = Integer.MAX_VALUE;
      for (int i = graph.offsets[u]; i < graph.offsets[u + 1]; i++) {
        int w = SimpleGraph.neighbor(graph.slots[i]);
        if (u < w && cut.assigned[SimpleGraph.edge(graph.slots[i])] == donor) {
          first = Math.min(first, w);
        }
      }
      if (first < Integer.MAX_VALUE) {
        return (long) u << 32 | first;
      }
    }
    return Long.MAX_VALUE;
  }

  /** Moves one end of an edge; its home knows whether the vertex has other edges of the donor. */
  private void moveEnd(int vertex, int other, int donor, int to) {
    boolean stays = false;
    for (int i = graph.offsets[vertex]; i < graph.offsets[vertex + 1]; i++) {
      final int edge = SimpleGraph.edge(graph.slots[i]);
      if (SimpleGraph.neighbor(graph.slots[i]) == other) {
        cut.assigned[edge] = (byte) to;
      }
      stays |= cut.assigned[edge] == donor;
    }
    for (byte[] message : exchange.gather(number(stays ? 1 : 0))) {
      stays |= new MessageReader(message).number() != 0;
    }
    cut.join(vertex, to);
    if (!stays) {
      cut.leave(vertex, donor);
    }
  }
}
