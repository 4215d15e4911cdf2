// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.partition.expansion;

import io.graphember.graph.GraphError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;

/**
 * The simple undirected form of a stream of edges, compressed by vertex: self loops are left out,
 * and of parallel and reverse edges the first stands for all.
 *
 * <p>Vertices are numbered anew, those of high degree first: the state of those that are looked at
 * most lies together, in cache. An edge keeps its number in the stream. Every edge has two
 * <em>slots</em>, one at each end. O(V + E); 16 bytes an edge of the stream, 4 more if some stand
 * for others, 8 a vertex, and 4 a vertex while it is built. The order of a vertex's slots means
 * nothing: stages of the expansion permute them.
 */
final class SimpleGraph {
  private static final int BATCH = 8192;
  private static final int MOST_EDGES = (Integer.MAX_VALUE - 8) / 2;

  /** First slot of each vertex, and the end: {@code int[vertices + 1]}. */
  final int[] offsets;

  /**
   * What each slot leads to: number of the edge in the stream above, its other end in the low 32
   * bits; only the first {@code offsets[vertices]} count.
   */
  final long[] slots;

  private final int streamed; // edges of the stream
  private final int[] numbers; // number in this graph of each vertex of the stream
  private int[] firstCopy; // of each edge of the stream, plus 1; 0 for itself; null if all are 0

  private SimpleGraph(int vertices, int streamed) {
    this.streamed = streamed;
    offsets = new int[vertices + 1];
    numbers = new int[vertices];
    slots = new long[2 * streamed];
  }

  /**
   * Reads a stream twice.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  static SimpleGraph of(EdgeStream stream, Cancellation cancellation) {
    if (stream.edges() > MOST_EDGES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "The graph has %d edges; this partitioner holds up to %d, use hdrf or hash-2d."
              .formatted(stream.edges(), MOST_EDGES));
    }
    SimpleGraph graph = new SimpleGraph((int) stream.vertices(), (int) stream.edges());
    graph.countSlots(stream, cancellation);
    graph.fillSlots(stream, cancellation);
    graph.dropCopies();
    return graph;
  }

  /** Bytes of a graph, while it is built. */
  static long estimateBytes(long vertices, long edges) {
    return 20 * edges + 12 * vertices;
  }

  private void countSlots(EdgeStream stream, Cancellation cancellation) {
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    int[] degrees = new int[numbers.length];
    stream.rewind();
    for (int n = stream.read(sources, destinations);
        n > 0;
        n = stream.read(sources, destinations)) {
      cancellation.check();
      for (int i = 0; i < n; i++) {
        if (sources[i] != destinations[i]) {
          degrees[sources[i]]++;
          degrees[destinations[i]]++;
        }
      }
    }
    number(degrees);
    for (int v = 0; v < degrees.length; v++) {
      offsets[numbers[v] + 1] = degrees[v];
    }
    for (int v = 1; v < offsets.length; v++) {
      offsets[v] += offsets[v - 1];
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

  private void fillSlots(EdgeStream stream, Cancellation cancellation) {
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    int[] next = Arrays.copyOf(offsets, vertices());
    int edge = 0;
    stream.rewind();
    for (int n = stream.read(sources, destinations);
        n > 0;
        n = stream.read(sources, destinations)) {
      cancellation.check();
      fill(sources, destinations, n, next, edge);
      edge += n;
    }
  }

  private void fill(int[] sources, int[] destinations, int count, int[] next, int firstEdge) {
    for (int i = 0; i < count; i++) {
      if (sources[i] != destinations[i]) {
        int u = numbers[sources[i]];
        int w = numbers[destinations[i]];
        long edge = (long) (firstEdge + i) << 32;
        slots[next[u]++] = edge | w;
        slots[next[w]++] = edge | u;
      }
    }
  }

  /** Keeps the first slot to each neighbour; the first in the stream, at both ends. */
  private void dropCopies() {
    int[] slotOf = new int[vertices()]; // slot to a neighbour, plus 1
    int kept = 0;
    int from = 0;
    for (int u = 0; u < vertices(); u++) {
      final int first = kept;
      final int end = offsets[u + 1];
      for (int slot = from; slot < end; slot++) {
        int w = neighbor(slots[slot]);
        int before = slotOf[w] - 1;
        if (before >= first) {
          standsFor(edge(slots[before]), edge(slots[slot]));
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

  /** The other end of a slot's edge. */
  static int neighbor(long slot) {
    return (int) slot;
  }

  /** Number in the stream of a slot's edge. */
  static int edge(long slot) {
    return (int) (slot >>> 32);
  }

  int vertices() {
    return offsets.length - 1;
  }

  /** Number in this graph of a vertex of the stream. */
  int number(int vertex) {
    return numbers[vertex];
  }

  /** Edges of the stream. */
  int streamed() {
    return streamed;
  }

  /** Simple edges. */
  int edges() {
    return offsets[vertices()] >>> 1;
  }

  int degree(int vertex) {
    return offsets[vertex + 1] - offsets[vertex];
  }

  /** The edge that stands for an edge of the stream. */
  int representative(int edge) {
    return firstCopy == null || firstCopy[edge] == 0 ? edge : firstCopy[edge] - 1;
  }

  /** Vertices with at least one simple edge. */
  int connected() {
    int count = 0;
    for (int v = 0; v < vertices(); v++) {
      count += degree(v) > 0 ? 1 : 0;
    }
    return count;
  }
}
