// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;

/**
 * Gives every empty partition an edge of the largest one, as long as that has two. Only graphs with
 * hardly more edges than partitions need it.
 */
public final class EmptyPartitions {
  private final VertexCut cut;
  private final SimpleGraph graph;
  private final ShardExchange exchange;

  private EmptyPartitions(VertexCut cut) {
    this.cut = cut;
    graph = cut.graph;
    exchange = graph.shared.exchange();
  }

  /** Three supersteps for each empty partition. */
  public static void fill(VertexCut cut) {
    EmptyPartitions empty = new EmptyPartitions(cut);
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

  /** The first edge of the donor, by the ids of its ends, the lower one first. */
  private void give(int donor, int to) {
    final long[] own = firstEdge(donor);
    long first = Long.MAX_VALUE;
    long second = Long.MAX_VALUE;
    for (byte[] message : exchange.gather(numbers(own))) {
      final MessageReader in = new MessageReader(message);
      final long u = in.size();
      final long w = in.size();
      if (u < first || (u == first && w < second)) {
        first = u;
        second = w;
      }
    }
    final int u = graph.find(first);
    final int w = graph.find(second);
    if (u >= 0 && w >= 0) {
      assign(u, w, to);
      assign(w, u, to);
    }
    cut.edges[donor]--;
    cut.edges[to]++;
    moveEnd(u, donor, to);
    moveEnd(w, donor, to);
  }

  private static byte[] numbers(long... values) {
    MessageWriter out = new MessageWriter();
    for (long value : values) {
      out.number(value);
    }
    return out.toBytes();
  }

  /** Ids of its ends; the largest numbers if there is none. */
  private long[] firstEdge(int donor) {
    int first = -1;
    int second = -1;
    for (int u = 0; u < graph.own(); u++) {
      for (int i = graph.offsets[u]; i < graph.offsets[u + 1]; i++) {
        final int w = SimpleGraph.neighbor(graph.slots[i]);
        if (cut.assigned[SimpleGraph.edge(graph.slots[i])] == donor
            && graph.precedes(u, w)
            && (first < 0
                || graph.precedes(u, first)
                || (u == first && graph.precedes(w, second)))) {
          first = u;
          second = w;
        }
      }
    }
    return first < 0
        ? new long[] {Long.MAX_VALUE, Long.MAX_VALUE}
        : new long[] {graph.id(first), graph.id(second)};
  }

  private void assign(int vertex, int other, int to) {
    for (int i = graph.here(vertex) ? graph.offsets[vertex] : 0;
        graph.here(vertex) && i < graph.offsets[vertex + 1];
        i++) {
      if (SimpleGraph.neighbor(graph.slots[i]) == other) {
        cut.assigned[SimpleGraph.edge(graph.slots[i])] = (byte) to;
      }
    }
  }

  /**
   * Moves one end of an edge into a partition that is empty; its home knows whether the vertex has
   * other edges of the donor.
   *
   * @param vertex negative if it is not known here
   */
  private void moveEnd(int vertex, int donor, int to) {
    boolean stays = false;
    if (vertex >= 0 && graph.here(vertex)) {
      for (int i = graph.offsets[vertex]; i < graph.offsets[vertex + 1]; i++) {
        stays |= cut.assigned[SimpleGraph.edge(graph.slots[i])] == donor;
      }
    }
    for (byte[] message : exchange.gather(numbers(stays ? 1 : 0))) {
      stays |= new MessageReader(message).number() != 0;
    }
    cut.vertices[to]++;
    cut.vertices[donor] -= stays ? 0 : 1;
    if (vertex >= 0) {
      cut.sets[vertex] |= 1L << to;
      cut.sets[vertex] &= stays ? -1 : ~(1L << donor);
    }
  }
}
