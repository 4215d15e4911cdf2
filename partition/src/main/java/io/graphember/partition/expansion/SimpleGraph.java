// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.graph.GraphError;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.VertexCounts;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The simple undirected form of a shard's edges, compressed by vertex: self loops are left out, and
 * of parallel and reverse edges the first stands for all.
 *
 * <p>Vertices are numbered anew, those of high degree first: the state of those that are looked at
 * most lies together, in cache. All shards agree on the numbers. An edge keeps its number in the
 * stream. Every edge has two <em>slots</em>, one at each end, of which a shard has those at its own
 * vertices. O(V + E); 16 bytes an edge of the stream, 4 more if some stand for others, 8 a vertex
 * (12 and its home if there are several shards), and 4 a vertex while it is built. The order of a
 * vertex's slots means nothing: stages of the expansion permute them.
 */
final class SimpleGraph {
  private static final int VERTICES_PER_SHARE = 1 << 10;
  private static final int MOST_EDGES = (Integer.MAX_VALUE - 8) / 2;

  /** Where vertices are at home, by their numbers in this graph. */
  final VertexHomes homes;

  /**
   * First slot of each vertex, and the end: {@code int[vertices + 1]}; none of one from elsewhere.
   */
  final int[] offsets;

  /**
   * What each slot leads to: the edge's other end above, its number in the stream in the low 32
   * bits; only the first {@code offsets[vertices]} count.
   */
  final long[] slots;

  private final int streamed; // edges of the stream
  private final int[] numbers; // number in this graph of each vertex of the stream
  private final int @Nullable []
      firstCopy; // of each edge of the stream, plus 1; 0 for itself; null if all 0
  private final int @Nullable [] degrees; // of all shards; null if there is one: the offsets say it
  private final long edges;

  private SimpleGraph(SimpleGraphBuilder builder, int @Nullable [] degrees, long edges) {
    homes = builder.homes();
    offsets = builder.offsets();
    slots = builder.slots();
    streamed = builder.streamed();
    numbers = builder.numbers();
    firstCopy = builder.firstCopy();
    this.degrees = degrees;
    this.edges = edges;
  }

  /**
   * Reads a shard's stream twice.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  static SimpleGraph of(GraphShard shard, Cancellation cancellation) {
    requireRoom(shard.edges());
    SimpleGraphBuilder builder = new SimpleGraphBuilder(shard, cancellation);
    builder.read();
    int[] offsets = builder.offsets();
    if (shard.alone()) {
      return new SimpleGraph(builder, null, offsets[offsets.length - 1] >>> 1);
    }
    int[] degrees = new int[offsets.length - 1];
    long slots = 0;
    for (int v = 0; v < degrees.length; v++) {
      degrees[v] = offsets[v + 1] - offsets[v];
    }
    new VertexCounts(builder.homes(), shard.exchange()).complete(degrees);
    for (int degree : degrees) {
      slots += degree;
    }
    return new SimpleGraph(builder, degrees, slots / 2);
  }

  /**
   * Refuses a stream of more edges than an array has slots for.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  static void requireRoom(EdgeStream stream) {
    if (stream.edges() > MOST_EDGES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "The graph has %d edges; this partitioner holds up to %d, use hdrf or hash-2d."
              .formatted(stream.edges(), MOST_EDGES));
    }
  }

  /**
   * Bytes of a graph, while it is built.
   *
   * @param edges edges of the stream
   * @param ends ends of these at home here
   */
  static long estimateBytes(long vertices, long edges, long ends) {
    return 8 * ends + 4 * edges + 12 * vertices;
  }

  /** The other end of a slot's edge. */
  static int neighbor(long slot) {
    return (int) (slot >>> 32);
  }

  /** Number in the stream of a slot's edge. */
  static int edge(long slot) {
    return (int) slot;
  }

  /** A slot. */
  static long slot(int edge, int neighbor) {
    return (long) neighbor << 32 | edge;
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

  /** Simple edges of all shards. */
  long edges() {
    return edges;
  }

  /** Simple edges of a vertex, wherever it is at home. */
  int degree(int vertex) {
    return degrees == null ? offsets[vertex + 1] - offsets[vertex] : degrees[vertex];
  }

  /** True if a vertex is at home here: its slots are. */
  boolean here(int vertex) {
    return homes.here(vertex);
  }

  /** Puts the slots of every vertex in order of what they lead to. */
  void sortSlots(Workers workers) {
    workers.each(
        vertices(),
        VERTICES_PER_SHARE,
        (worker, from, to) -> {
          for (int v = from; v < to; v++) {
            Arrays.sort(slots, offsets[v], offsets[v + 1]);
          }
        });
  }

  /** The edge from a vertex at home here to a neighbour; its slots are {@link #sortSlots}. */
  int edgeBetween(int vertex, int neighbor) {
    int low = offsets[vertex];
    int high = offsets[vertex + 1] - 1;
    while (low <= high) {
      final int middle = (low + high) >>> 1;
      final int found = neighbor(slots[middle]);
      if (found == neighbor) {
        return edge(slots[middle]);
      }
      if (found < neighbor) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    throw MessageReader.malformed("there is no edge between " + vertex + " and " + neighbor);
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
