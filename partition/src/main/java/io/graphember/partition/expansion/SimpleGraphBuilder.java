// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.VertexCounts;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.Cancellation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a shard's edges into the arrays of a {@link SimpleGraph}. Used once. */
final class SimpleGraphBuilder {
  private static final int BATCH = 8192;

  private final GraphShard shard;
  private final Cancellation cancellation;
  private final VertexHomes streamHomes; // by the numbers of the stream
  private final int streamed;
  private final int[] offsets;
  private final int[] numbers;
  private long[] slots = new long[0];
  private VertexHomes homes;
  private int @Nullable [] firstCopy; // null while no edge stands for another

  SimpleGraphBuilder(GraphShard shard, Cancellation cancellation) {
    this.shard = shard;
    this.cancellation = cancellation;
    streamHomes = shard.homes();
    homes = streamHomes;
    streamed = (int) shard.edges().edges();
    final int vertices = (int) shard.edges().vertices();
    offsets = new int[vertices + 1];
    numbers = new int[vertices];
  }

  /** Reads the stream twice. */
  void read() {
    countSlots();
    fillSlots();
    dropCopies();
  }

  VertexHomes homes() {
    return homes;
  }

  int[] offsets() {
    return offsets;
  }

  long[] slots() {
    return slots;
  }

  int streamed() {
    return streamed;
  }

  int[] numbers() {
    return numbers;
  }

  int @Nullable [] firstCopy() {
    return firstCopy;
  }

  /** Takes a batch of edges. */
  @FunctionalInterface
  private interface Stage {
    void edges(int[] sources, int[] destinations, int count, int firstEdge);
  }

  private void forEachBatch(Stage stage) {
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    int edge = 0;
    shard.edges().rewind();
    for (int n = shard.edges().read(sources, destinations);
        n > 0;
        n = shard.edges().read(sources, destinations)) {
      cancellation.check();
      stage.edges(sources, destinations, n, edge);
      edge += n;
    }
  }

  private void countSlots() {
    int[] degrees = new int[numbers.length];
    forEachBatch(
        (sources, destinations, count, edge) -> count(sources, destinations, count, degrees));
    for (int v = 0; v < degrees.length; v++) {
      degrees[v] = streamHomes.here(v) ? degrees[v] : 0;
    }
    int[] own = shard.alone() ? degrees : degrees.clone();
    new VertexCounts(streamHomes, shard.exchange()).complete(degrees);
    number(degrees);
    homes = streamHomes.renumbered(numbers);
    for (int v = 0; v < own.length; v++) {
      offsets[numbers[v] + 1] = own[v];
    }
    for (int v = 1; v < offsets.length; v++) {
      offsets[v] += offsets[v - 1];
    }
    slots = new long[offsets[offsets.length - 1]];
  }

  private static void count(int[] sources, int[] destinations, int count, int[] degrees) {
    for (int i = 0; i < count; i++) {
      if (sources[i] != destinations[i]) {
        degrees[sources[i]]++;
        degrees[destinations[i]]++;
      }
    }
  }

  /** Numbers vertices by the bits of their degree, most first, otherwise in their order. */
  private void number(int[] degrees) {
    int[] next = new int[Integer.SIZE + 1];
    for (int degree : degrees) {
      next[Integer.numberOfLeadingZeros(degree)]++;
    }
    int start = 0;
    for (int zeros = 0; zeros < next.length; zeros++) {
      int count = next[zeros];
      next[zeros] = start;
      start += count;
    }
    for (int v = 0; v < degrees.length; v++) {
      numbers[v] = next[Integer.numberOfLeadingZeros(degrees[v])]++;
    }
  }

  private void fillSlots() {
    int[] next = Arrays.copyOf(offsets, numbers.length);
    forEachBatch(
        (sources, destinations, count, edge) -> fill(sources, destinations, count, next, edge));
  }

  private void fill(int[] sources, int[] destinations, int count, int[] next, int firstEdge) {
    for (int i = 0; i < count; i++) {
      if (sources[i] != destinations[i]) {
        int u = numbers[sources[i]];
        int w = numbers[destinations[i]];
        if (homes.here(u)) {
          slots[next[u]++] = SimpleGraph.slot(firstEdge + i, w);
        }
        if (homes.here(w)) {
          slots[next[w]++] = SimpleGraph.slot(firstEdge + i, u);
        }
      }
    }
  }

  /** Keeps the first slot to each neighbour; the first in the stream, at both ends. */
  private void dropCopies() {
    int[] slotOf = new int[numbers.length]; // slot to a neighbour, plus 1
    int kept = 0;
    int from = 0;
    for (int u = 0; u < numbers.length; u++) {
      final int first = kept;
      final int end = offsets[u + 1];
      for (int slot = from; slot < end; slot++) {
        int w = SimpleGraph.neighbor(slots[slot]);
        int before = slotOf[w] - 1;
        if (before >= first) {
          standsFor(SimpleGraph.edge(slots[before]), SimpleGraph.edge(slots[slot]));
          continue;
        }
        slots[kept++] = slots[slot];
        slotOf[w] = kept;
      }
      from = end;
      offsets[u + 1] = kept;
    }
  }

  private void standsFor(int first, int copy) {
    if (firstCopy == null) {
      firstCopy = new int[streamed];
    }
    firstCopy[copy] = first + 1;
  }
}
