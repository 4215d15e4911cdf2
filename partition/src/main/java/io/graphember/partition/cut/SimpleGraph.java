// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import io.graphember.graph.GraphError;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The simple undirected form of a shard's edges, compressed by vertex: self loops are left out, and
 * of parallel and reverse edges the first stands for all.
 *
 * <p>Vertices are numbered anew, those at home here first, and among these, as among the others,
 * those of high degree: the state of those that are looked at most lies together, in cache. Only
 * this shard knows these numbers; what is decided by order or by hash is decided by {@link
 * #precedes} and by {@link #id}. An edge keeps its number in the stream. Every edge has two
 * <em>slots</em>, one at each end, of which a shard has those at its own vertices. O(V + E); 16
 * bytes an edge of the stream, 4 more if some stand for others, 8 a vertex and 4 an own one, and 4
 * a vertex while it is built. A vertex's slots are in the order of the stream, the same in all
 * shards, until stages of the expansion permute them, by what is the same in all shards too.
 */
public final class SimpleGraph {
  private static final int VERTICES_PER_SHARE = 1 << 10;
  private static final int MOST_EDGES = (Integer.MAX_VALUE - 8) / 2;
  private static final int MOST_VERTICES = (1 << 30) - 8; // the state has two words of each

  /** Vertices that are known here, by their numbers in the stream. */
  public final SharedVertices shared;

  /** First slot of each vertex at home here, and the end: {@code int[own + 1]}. */
  public final int[] offsets;

  /**
   * What each slot leads to: the edge's other end above, its number in the stream in the low 32
   * bits; only the first {@code offsets[own]} count.
   */
  public final long[] slots;

  private final int streamed; // edges of the stream
  private final int[] numbers; // number in this graph of each vertex of the stream
  private final int[] streamedVertices; // number in the stream of each vertex
  private final int @Nullable []
      firstCopy; // of each edge of the stream, plus 1; 0 for itself; null if all 0
  private final long edges; // of all shards
  private final long connected; // vertices of all shards with an edge

  private SimpleGraph(
      SharedVertices shared, SimpleGraphBuilder builder, long edges, long connected) {
    this.shared = shared;
    offsets = builder.offsets();
    slots = builder.slots();
    streamed = builder.streamed();
    numbers = builder.numbers();
    firstCopy = builder.firstCopy();
    this.edges = edges;
    this.connected = connected;
    streamedVertices = new int[numbers.length];
    for (int v = 0; v < numbers.length; v++) {
      streamedVertices[numbers[v]] = v;
    }
  }

  /**
   * Reads a shard's stream twice.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public static SimpleGraph of(GraphShard shard, Cancellation cancellation) {
    requireRoom(shard.edges());
    SimpleGraphBuilder builder = new SimpleGraphBuilder(shard, cancellation);
    builder.read();
    final int[] offsets = builder.offsets();
    long connected = 0;
    for (int v = 0; v + 1 < offsets.length; v++) {
      connected += offsets[v + 1] > offsets[v] ? 1 : 0;
    }
    final long[] sums = shard.exchange().sums(offsets[offsets.length - 1], connected);
    return new SimpleGraph(shard.shared(), builder, sums[0] / 2, sums[1]);
  }

  /**
   * Refuses a stream that arrays are too short for.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public static void requireRoom(EdgeStream stream) {
    if (stream.edges() > MOST_EDGES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "A node has %d edges of the graph; this partitioner holds up to %d: use more storage nodes, or hdrf or hash-2d."
              .formatted(stream.edges(), MOST_EDGES));
    }
    if (stream.vertices() > MOST_VERTICES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "A node has %d vertices of the graph and of its edges; this partitioner holds up to %d: use more storage nodes, or hash-2d."
              .formatted(stream.vertices(), MOST_VERTICES));
    }
  }

  /**
   * Bytes of a graph, while it is built.
   *
   * @param vertices that the shard knows
   * @param edges edges of the stream
   * @param ends ends of these at home here
   */
  public static long estimateBytes(long vertices, long edges, long ends) {
    return 8 * ends + 4 * edges + 16 * vertices;
  }

  /** The other end of a slot's edge. */
  public static int neighbor(long slot) {
    return (int) (slot >>> 32);
  }

  /** Number in the stream of a slot's edge. */
  public static int edge(long slot) {
    return (int) slot;
  }

  /** A slot. */
  public static long slot(int edge, int neighbor) {
    return (long) neighbor << 32 | edge;
  }

  /** Vertices that are known here. */
  public int vertices() {
    return numbers.length;
  }

  /** Vertices at home here: the first ones. */
  public int own() {
    return offsets.length - 1;
  }

  /** True if there is one shard. */
  public boolean alone() {
    return shared.alone();
  }

  /** Number in this graph of a vertex of the stream. */
  public int number(int streamedVertex) {
    return numbers[streamedVertex];
  }

  /** Number in the stream of a vertex: the order of these is that of the numbers in the graph. */
  public int streamedVertex(int vertex) {
    return streamedVertices[vertex];
  }

  /** Number of a vertex in the graph, the same in all shards. */
  public long id(int vertex) {
    return shared.vertices().number(streamedVertices[vertex]);
  }

  /** Whether the id of a vertex is less than that of another one. */
  public boolean precedes(int vertex, int other) {
    return streamedVertices[vertex] < streamedVertices[other];
  }

  /**
   * Whether an edge counts at the end where it is looked at: at one of its ends in one shard, that
   * of lower degree if both are at home there.
   */
  public boolean countsAt(int vertex, int other) {
    return here(other) ? other < vertex : precedes(vertex, other);
  }

  /** Random bits of an edge, the same from either end and in all shards. */
  public long bits(long key, int vertex, int other) {
    final long id = id(vertex);
    final long otherId = id(other);
    return CounterRandom.bits(
        key, CounterRandom.mix(Math.min(id, otherId)) + Math.max(id, otherId));
  }

  /** The vertex with an id, or -1 if it is not known here. O(log V). */
  public int find(long id) {
    final LocalVertices vertices = shared.vertices();
    if (id < 0 || id >= vertices.total()) {
      throw MessageReader.malformed("a vertex is " + id);
    }
    final int found = vertices.find(id);
    return found < 0 ? -1 : numbers[found];
  }

  /** Says something of a vertex at one of its addresses. */
  @FunctionalInterface
  public interface Saying {
    /** Of a vertex, by its number in this graph. */
    void at(int vertex, int address);
  }

  /**
   * Goes to all {@linkplain SharedVertices addresses} of some vertices, in the order in which
   * messages name them; theirs is lost.
   */
  public void forEachAddress(IntArray vertices, Saying saying) {
    final int[] values = vertices.values;
    for (int i = 0; i < vertices.size; i++) {
      values[i] = streamedVertices[values[i]];
    }
    Arrays.sort(values, 0, vertices.size);
    for (int i = 0; i < vertices.size; i++) {
      final int end = shared.endAddress(values[i]);
      for (int address = shared.firstAddress(values[i]); address < end; address++) {
        saying.at(numbers[values[i]], address);
      }
    }
  }

  /** Edges of the stream. */
  public int streamed() {
    return streamed;
  }

  /** Simple edges of all shards. */
  public long edges() {
    return edges;
  }

  /** Vertices of all shards with at least one simple edge. */
  public long connected() {
    return connected;
  }

  /** Simple edges of a vertex at home here. */
  public int degree(int vertex) {
    return offsets[vertex + 1] - offsets[vertex];
  }

  /** True if a vertex is at home here: its slots are. */
  public boolean here(int vertex) {
    return vertex < offsets.length - 1;
  }

  /** Puts the slots of every vertex in order of what they lead to. */
  public void sortSlots(Workers workers) {
    workers.each(
        own(),
        VERTICES_PER_SHARE,
        (worker, from, to) -> {
          for (int v = from; v < to; v++) {
            Arrays.sort(slots, offsets[v], offsets[v + 1]);
          }
        });
  }

  /** The edge from a vertex at home here to a neighbour; its slots are {@link #sortSlots}. */
  public int edgeBetween(int vertex, int neighbor) {
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
  public int representative(int edge) {
    return firstCopy == null || firstCopy[edge] == 0 ? edge : firstCopy[edge] - 1;
  }
}
