// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.graph.GraphError;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many edges each vertex at home here has in each partition, and what follows from it for all
 * shards: the partitions that hold a vertex, and those in which it has one edge only.
 *
 * <p>Changes are made at home and told to the others by {@link #publish()}. A message, all numbers
 * as {@link MessageWriter} writes them:
 *
 * <pre>
 * P numbers   edges that partitions have got more, 2 x, or less, 2 (-x) - 1
 * then for each vertex that has changed, ascending:
 *   number    how many vertices are between it and the one before
 *   number    partitions that hold it
 *   number    those in which it has one edge
 * </pre>
 *
 * <p>4 P bytes for each vertex at home here and 8 for each vertex; 5 more if there are several
 * shards.
 */
final class ReplicaCounts {
  private static final int VERTICES_PER_SHARE = 1 << 14;

  /** Partitions in which a vertex has one edge. */
  final long[] lone;

  private final VertexCut cut;
  private final ShardExchange exchange;
  private final int @Nullable [] rows; // of each vertex among those at home here; null if all are
  private final int[] counts; // [vertices at home here, partitions]
  private final boolean @Nullable [] isChanged; // null if there is one shard
  private final IntArray changed = new IntArray(64);
  private final long[] edgeChanges; // told with the next message
  private final MessageWriter out = new MessageWriter();

  ReplicaCounts(VertexCut cut, ShardExchange exchange, Workers workers) {
    this.cut = cut;
    this.exchange = exchange;
    final int vertices = cut.sets.length;
    final boolean alone = cut.graph.homes.alone();
    rows = alone ? null : new int[vertices];
    isChanged = alone ? null : new boolean[vertices];
    edgeChanges = new long[cut.partitions];
    lone = new long[vertices];
    counts = new int[size(numberRows(), cut.partitions)];
    workers.each(vertices, VERTICES_PER_SHARE, (worker, from, to) -> count(from, to));
    publishAll();
  }

  /**
   * Bytes of the counts.
   *
   * @param own how many vertices are at home here
   */
  static long estimateBytes(long vertices, long own, int partitions) {
    return 4L * own * partitions + 13 * vertices;
  }

  /**
   * Refuses what cannot be counted.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  static int size(long vertices, int partitions) {
    if (vertices * partitions > Integer.MAX_VALUE - 8) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "%d vertices over %d partitions are more than can be refined: use fewer partitions or set partitioner option refinementPasses to 0."
              .formatted(vertices, partitions));
    }
    return (int) vertices * partitions;
  }

  private int numberRows() {
    int next = 0;
    for (int v = 0; rows != null && v < rows.length; v++) {
      if (cut.graph.here(v)) {
        rows[v] = next++;
      }
    }
    return rows == null ? cut.sets.length : next;
  }

  private int row(int vertex) {
    return (rows == null ? vertex : rows[vertex]) * cut.partitions;
  }

  private void count(int firstVertex, int end) {
    SimpleGraph graph = cut.graph;
    for (int v = firstVertex; v < end; v++) {
      if (!graph.here(v)) {
        continue;
      }
      final int row = row(v);
      for (int i = graph.offsets[v]; i < graph.offsets[v + 1]; i++) {
        counts[row + cut.assigned[SimpleGraph.edge(graph.slots[i])]]++;
      }
      for (int p = 0; p < cut.partitions; p++) {
        lone[v] |= counts[row + p] == 1 ? 1L << p : 0;
      }
    }
  }

  private void publishAll() {
    for (int v = 0; isChanged != null && v < isChanged.length; v++) {
      if (cut.sets[v] != 0 && cut.graph.here(v)) {
        changed.add(v);
      }
    }
    publish();
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
    final int row = row(vertex);
    final int there = counts[row + to] += edges;
    final int here = counts[row + from] -= edges;
    cut.join(vertex, to);
    if (here == 0) {
      cut.leave(vertex, from);
    }
    lone[vertex] &= ~(1L << to | 1L << from);
    lone[vertex] |= (there == 1 ? 1L << to : 0) | (here == 1 ? 1L << from : 0);
    if (isChanged != null && !isChanged[vertex]) {
      isChanged[vertex] = true;
      changed.add(vertex);
    }
  }

  /** Sends all shards what has changed here, and takes what has changed there; one superstep. */
  void publish() {
    if (isChanged != null) {
      byte[][] messages = exchange.gather(message(isChanged));
      for (int s = 0; s < messages.length; s++) {
        if (s != exchange.shard()) {
          apply(new MessageReader(messages[s]));
        }
      }
    }
    Arrays.fill(edgeChanges, 0);
  }

  private byte[] message(boolean[] isChanged) {
    for (long change : edgeChanges) {
      out.number(change << 1 ^ change >> 63);
    }
    Arrays.sort(changed.values, 0, changed.size);
    int before = -1;
    for (int i = 0; i < changed.size; i++) {
      final int vertex = changed.values[i];
      out.number(vertex - before - 1L);
      out.number(cut.sets[vertex]);
      out.number(lone[vertex]);
      isChanged[vertex] = false;
      before = vertex;
    }
    changed.size = 0;
    return out.toBytes();
  }

  private void apply(MessageReader in) {
    for (int p = 0; p < cut.partitions; p++) {
      long change = in.number();
      cut.edges[p] += change >>> 1 ^ -(change & 1);
    }
    final long all = cut.partitions == Long.SIZE ? -1 : (1L << cut.partitions) - 1;
    int vertex = -1;
    while (!in.atEnd()) {
      vertex += 1 + in.index(cut.sets.length - 1L - vertex);
      final long set = in.number();
      lone[vertex] = in.number();
      if ((set & ~all) != 0 || (lone[vertex] & ~set) != 0 || cut.graph.here(vertex)) {
        throw MessageReader.malformed("vertex " + vertex + " is not the sender's");
      }
      cut.replace(vertex, set);
    }
  }
}
