// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.graph.GraphError;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.VertexMessages;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * How many edges each vertex at home here has in each partition, and what follows from it for all
 * shards that know the vertex: the partitions that hold it, and those in which it has one edge
 * only.
 *
 * <p>Changes are made at home and told to the others by {@link #publish()}. A message, all numbers
 * as {@link MessageWriter} writes them:
 *
 * <pre>
 * P numbers   vertices that partitions have got more, 2 x, or less, 2 (-x) - 1
 * P numbers   edges, the same
 * then for each {@linkplain VertexMessages vertex} that has changed:
 *   number    partitions that hold it
 *   number    those in which it has one edge
 * </pre>
 *
 * <p>At first the last of these alone, of vertices that have one edge in any: the sets are known.
 *
 * <p>4 P + 1 bytes for each vertex at home here, 8 for each vertex, and messages.
 */
public final class ReplicaCounts {
  private static final int VERTICES_PER_SHARE = 1 << 14;

  /** Partitions in which a vertex has one edge. */
  final long[] lone;

  private final VertexCut cut;
  private final SimpleGraph graph;
  private final VertexMessages messages;
  private final int[] counts; // [vertices at home here, partitions]
  private final boolean[] isChanged; // of vertices at home here
  private final IntArray changed = new IntArray(64);
  private final long[] vertexChanges; // told with the next message
  private final long[] edgeChanges;

  ReplicaCounts(VertexCut cut, Workers workers) {
    this.cut = cut;
    graph = cut.graph;
    messages = new VertexMessages(graph.shared);
    isChanged = new boolean[graph.alone() ? 0 : graph.own()];
    vertexChanges = new long[cut.partitions];
    edgeChanges = new long[cut.partitions];
    lone = new long[cut.sets.length];
    counts = new int[size(graph.own(), cut.partitions)];
    workers.each(graph.own(), VERTICES_PER_SHARE, (worker, from, to) -> count(from, to));
    if (!graph.alone()) {
      publishLone();
    }
  }

  /** Sends others which vertices have one edge in some partitions. */
  private void publishLone() {
    for (int v = 0; v < graph.own(); v++) {
      if (lone[v] != 0) {
        changed.add(v);
      }
    }
    graph.forEachAddress(changed, (vertex, address) -> messages.name(address).number(lone[vertex]));
    changed.size = 0;
    messages.fromHomes(
        (streamed, in) -> {
          final int vertex = graph.number(streamed);
          lone[vertex] = in.number();
          requireIn(cut.sets[vertex], lone[vertex]);
        });
  }

  private static void requireIn(long set, long some) {
    if ((some & ~set) != 0) {
      throw MessageReader.malformed("partitions are %x of %x".formatted(some, set));
    }
  }

  /**
   * Bytes of the counts.
   *
   * @param own how many vertices are at home here
   */
  static long estimateBytes(long vertices, long own, int partitions) {
    final long ofVertex = 2 + Math.min(10, partitions / 7 + 1); // its rank, and some partitions
    return (4L * partitions + 1) * own
        + 8 * vertices
        + ofVertex * (MessageWriter.COPIES + 1) * (vertices - own);
  }

  /**
   * Refuses what cannot be counted.
   *
   * @param own how many vertices are at home here
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public static int size(long own, int partitions) {
    if (own * partitions > Integer.MAX_VALUE - 8) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "%d vertices of a node over %d partitions are more than can be refined: use more storage nodes or fewer partitions, or set partitioner option refinementPasses to 0."
              .formatted(own, partitions));
    }
    return (int) own * partitions;
  }

  private void count(int firstVertex, int end) {
    for (int v = firstVertex; v < end; v++) {
      final int row = v * cut.partitions;
      for (int i = graph.offsets[v]; i < graph.offsets[v + 1]; i++) {
        counts[row + cut.assigned[SimpleGraph.edge(graph.slots[i])]]++;
      }
      for (int p = 0; p < cut.partitions; p++) {
        lone[v] |= counts[row + p] == 1 ? 1L << p : 0;
      }
    }
  }

  private void change(int vertex) {
    if (!graph.alone() && !isChanged[vertex]) {
      isChanged[vertex] = true;
      changed.add(vertex);
    }
  }

  /** Edges have gone from one partition to another; told once, by the home of one end. */
  void edgesMoved(int from, int to, int edges) {
    cut.edges[from] -= edges;
    cut.edges[to] += edges;
    edgeChanges[from] -= edges;
    edgeChanges[to] += edges;
  }

  /** So many edges of a vertex at home here have gone from one partition to another. */
  void endsMoved(int vertex, int from, int to, int edges) {
    final int row = vertex * cut.partitions;
    final int there = counts[row + to] += edges;
    final int here = counts[row + from] -= edges;
    if (cut.join(vertex, to)) {
      vertexChanges[to]++;
    }
    if (here == 0) {
      cut.leave(vertex, from);
      vertexChanges[from]--;
    }
    lone[vertex] &= ~(1L << to | 1L << from);
    lone[vertex] |= (there == 1 ? 1L << to : 0) | (here == 1 ? 1L << from : 0);
    change(vertex);
  }

  /** Sends shards what has changed here, and takes what has changed there; one superstep. */
  void publish() {
    if (!graph.alone()) {
      write();
      messages.fromHomes(new Changes());
      requireSizes(cut.vertices);
      requireSizes(cut.edges);
    }
    Arrays.fill(vertexChanges, 0);
    Arrays.fill(edgeChanges, 0);
  }

  private void write() {
    for (int shard = 0; shard < graph.shared.exchange().shards(); shard++) {
      write(vertexChanges, messages.to(shard));
      write(edgeChanges, messages.to(shard));
    }
    for (int i = 0; i < changed.size; i++) {
      isChanged[changed.values[i]] = false;
    }
    graph.forEachAddress(
        changed,
        (vertex, address) -> {
          final MessageWriter out = messages.name(address);
          out.number(cut.sets[vertex]);
          out.number(lone[vertex]);
        });
    changed.size = 0;
  }

  private static void requireSizes(long[] sizes) {
    for (long size : sizes) {
      if (size < 0) {
        throw MessageReader.malformed("the size of a partition is " + size);
      }
    }
  }

  private static void write(long[] changes, MessageWriter out) {
    for (long change : changes) {
      out.number(change << 1 ^ change >> 63);
    }
  }

  /** Takes what has changed elsewhere. */
  private final class Changes implements VertexMessages.Receiver {
    private final long all = cut.partitions == Long.SIZE ? -1 : (1L << cut.partitions) - 1;

    @Override
    public void begin(int shard, MessageReader in) {
      final boolean own = shard == graph.shared.exchange().shard();
      read(own ? new long[cut.partitions] : cut.vertices, in);
      read(own ? new long[cut.partitions] : cut.edges, in);
    }

    private static void read(long[] sizes, MessageReader in) {
      for (int p = 0; p < sizes.length; p++) {
        final long change = in.number();
        sizes[p] += change >>> 1 ^ -(change & 1);
      }
    }

    @Override
    public void vertex(int streamed, MessageReader in) {
      final int vertex = graph.number(streamed);
      final long set = in.number();
      final long single = in.number();
      requireIn(all, set);
      requireIn(set, single);
      cut.sets[vertex] = set;
      lone[vertex] = single;
    }
  }
}
