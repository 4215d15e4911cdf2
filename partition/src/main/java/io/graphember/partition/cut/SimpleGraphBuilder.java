// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.Cancellation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a shard's edges into the arrays of a {@link SimpleGraph}. Used once. */
final class SimpleGraphBuilder {
  private static final int BATCH = 8192;

  private final GraphShard shard;
  private final Cancellation cancellation;
  private final VertexHomes homes; // by the numbers of the stream
  private final int own; // vertices at home here
  private final int streamed;
  private final int[] offsets;
  private final int[] numbers;
  private long[] slots = new long[0];
  private int @Nullable [] firstCopy; // null while no edge stands for another

  SimpleGraphBuilder(GraphShard shard, Cancellation cancellation) {
    this.shard = shard;
    this.cancellation = cancellation;
    homes = shard.homes();
    own = shard.shared().vertices().rows();
    streamed = (int) shard.edges().edges();
    final int vertices = (int) shard.edges().vertices();
    offsets = new int[own + 1];
    numbers = new int[vertices];
  }

  /** Reads the stream twice. */
  void read() {
    countSlots();
    fillSlots();
    dropCopies();
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
    number(degrees);
    for (int v = 0; v < degrees.length; v++) {
      if (numbers[v] < own) {
        offsets[numbers[v] + 1] = degrees[v];
      }
    }
    for (int v = 1; v < offsets.length; v++) {
      offsets[v] += offsets[v - 1];
    }
    slots = new long[offsets[own]];
  }

  private static void count(int[] sources, int[] destinations, int count, int[] degrees) {
    for (int i = 0; i < count; i++) {
      if (sources[i] != destinations[i]) {
        degrees[sources[i]]++;
        degrees[destinations[i]]++;
      }
    }
  }

  /**
   * Numbers vertices at home here by the bits of their degree, most first, otherwise in their
   * order; then the others by how many of the edges here lead to them.
   */
  private void number(int[] degrees) {
    final int classes = Integer.SIZE + 1;
    int[] next = new int[2 * classes];
    for (int v = 0; v < degrees.length; v++) {
      next[degreeClass(v, degrees[v])]++;
    }
    int start = 0;
    for (int c = 0; c < next.length; c++) {
      int count = next[c];
      next[c] = start;
      start += count;
    }
    for (int v = 0; v < degrees.length; v++) {
      numbers[v] = next[degreeClass(v, degrees[v])]++;
    }
  }

  private int degreeClass(int vertex, int degree) {
    final int zeros = Integer.numberOfLeadingZeros(degree);
    return homes.here(vertex) ? zeros : Integer.SIZE + 1 + zeros;
  }

  private void fillSlots() {
    int[] next = Arrays.copyOf(offsets, own);
    forEachBatch(
        (sources, destinations, count, edge) -> fill(sources, destinations, count, next, edge));
  }

  private void fill(int[] sources, int[] destinations, int count, int[] next, int firstEdge) {
    for (int i = 0; i < count; i++) {
      if (sources[i] != destinations[i]) {
        int u = numbers[sources[i]];
        int w = numbers[destinations[i]];
        if (u < own) {
          slots[next[u]++] = SimpleGraph.slot(firstEdge + i, w);
        }
        if (w < own) {
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
    for (int u = 0; u < own; u++) {
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
