// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.spi.Workers;
import java.util.Arrays;

/**
 * Tells both homes of an edge its partition, which the expansion has decided in one of them; puts
 * the slots of every vertex in order of what they lead to.
 *
 * <p>A message has a byte for each edge between two shards, its partition or {@link
 * VertexCut#OPEN}: by the end at home with the sender, then by the other end, both ascending. One
 * superstep; 4 bytes a vertex and 2 an edge between shards meanwhile. Nothing is done if there is
 * one shard.
 */
final class CutLabels {
  private static final int VERTICES_PER_SHARE = 1 << 10;

  private final VertexCut cut;
  private final SimpleGraph graph;
  private final ShardExchange exchange;

  private CutLabels(VertexCut cut, ShardExchange exchange) {
    this.cut = cut;
    this.exchange = exchange;
    graph = cut.graph;
  }

  static void agree(VertexCut cut, ShardExchange exchange, Workers workers) {
    if (cut.graph.homes.alone()) {
      return;
    }
    CutLabels labels = new CutLabels(cut, exchange);
    workers.each(
        cut.sets.length, VERTICES_PER_SHARE, (worker, from, to) -> labels.sortSlots(from, to));
    labels.take(exchange.exchange(labels.messages()));
  }

  private void sortSlots(int firstVertex, int end) {
    final long[] slots = graph.slots;
    for (int v = firstVertex; v < end; v++) {
      final int from = graph.offsets[v];
      final int to = graph.offsets[v + 1];
      for (int i = from; i < to; i++) {
        slots[i] = Long.rotateLeft(slots[i], Integer.SIZE);
      }
      Arrays.sort(slots, from, to);
      for (int i = from; i < to; i++) {
        slots[i] = Long.rotateLeft(slots[i], Integer.SIZE);
      }
    }
  }

  private byte[][] messages() {
    int[] sizes = new int[exchange.shards()];
    final int slots = graph.offsets[graph.vertices()];
    for (int i = 0; i < slots; i++) {
      sizes[graph.homes.home(SimpleGraph.neighbor(graph.slots[i]))]++;
    }
    byte[][] messages = new byte[sizes.length][];
    for (int s = 0; s < sizes.length; s++) {
      messages[s] = new byte[s == exchange.shard() ? 0 : sizes[s]];
    }
    int[] next = new int[sizes.length];
    for (int i = 0; i < slots; i++) {
      int home = graph.homes.home(SimpleGraph.neighbor(graph.slots[i]));
      if (home != exchange.shard()) {
        messages[home][next[home]++] = cut.assigned[SimpleGraph.edge(graph.slots[i])];
      }
    }
    return messages;
  }

  /** A slot's place in the message of its other end: slots come in order of that end as well. */
  private void take(byte[][] messages) {
    int[] places = firstPlaces(messages);
    final int slots = graph.offsets[graph.vertices()];
    for (int i = 0; i < slots; i++) {
      final int u = SimpleGraph.neighbor(graph.slots[i]);
      if (graph.here(u)) {
        continue;
      }
      final int edge = SimpleGraph.edge(graph.slots[i]);
      final byte told = messages[graph.homes.home(u)][places[u]++];
      if ((told == VertexCut.OPEN) == (cut.assigned[edge] == VertexCut.OPEN)
          || told < VertexCut.OPEN
          || told >= cut.partitions) {
        throw MessageReader.malformed("an edge has partition " + told);
      }
      cut.assigned[edge] = (byte) Math.max(told, cut.assigned[edge]);
    }
  }

  private int[] firstPlaces(byte[][] messages) {
    int[] places = new int[graph.vertices()];
    final int slots = graph.offsets[graph.vertices()];
    for (int i = 0; i < slots; i++) {
      places[SimpleGraph.neighbor(graph.slots[i])]++;
    }
    int[] sizes = new int[messages.length];
    for (int u = 0; u < places.length; u++) {
      final int home = graph.homes.home(u);
      final int count = places[u];
      places[u] = sizes[home];
      sizes[home] += home == exchange.shard() ? 0 : count;
    }
    for (int s = 0; s < sizes.length; s++) {
      if (messages[s].length != sizes[s]) {
        throw MessageReader.malformed(
            "it has %d edges of %d".formatted(messages[s].length, sizes[s]));
      }
    }
    return places;
  }
}
