// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.addition;

import io.graphember.memory.array.LongArray;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.exchange.VertexMessages;
import io.graphember.partition.streaming.VertexReplicas;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The partitions that hold the vertices that a shard knows, and how many vertices and edges each
 * partition has in all shards, while edges are placed batch by batch: what a batch changes shows
 * when it has {@linkplain #endBatch ended}.
 *
 * <p>Of a vertex shards say how many partitions, and these, ascending, each less the one before, as
 * {@link MessageWriter} writes numbers. Used by one thread.
 */
final class SharedReplicas {
  final VertexReplicas sets;

  /** V_p. */
  final long[] partitionVertices;

  /** E_p. */
  final long[] partitionEdges;

  private final SharedVertices shared;
  private final LocalVertices vertices;
  private final VertexMessages messages;
  private final int partitions;
  private final LongArray joins = new LongArray(64); // of the batch: vertex above, partition
  private final long[] placed; // edges of the batch that each partition gets

  SharedReplicas(SharedVertices shared, int partitions) {
    this.shared = shared;
    this.partitions = partitions;
    vertices = shared.vertices();
    messages = new VertexMessages(shared);
    sets = VertexReplicas.empty(vertices.size(), partitions);
    partitionVertices = new long[partitions];
    partitionEdges = new long[partitions];
    placed = new long[partitions];
  }

  /**
   * Bytes of the sets and of messages.
   *
   * @param vertices that the shard knows
   * @param own how many of them are at home there
   */
  static long estimateBytes(long vertices, long own, int partitions) {
    return VertexReplicas.estimateBytes(vertices, partitions)
        + 8 * (MessageWriter.COPIES + 1) * Math.max(0, vertices - own);
  }

  /** An edge that is here is in a partition. */
  void keep(int source, int destination, int partition) {
    sets.add(source, partition);
    sets.add(destination, partition);
    partitionEdges[partition]++;
  }

  /** Makes what every shard keeps known to those that have to know; three supersteps. */
  void share() {
    tell(false);
    messages.toHomes(this::add);
    for (int row = 0; row < vertices.rows(); row++) {
      final int vertex = vertices.vertex(row);
      for (int p = sets.next(vertex, 0); p >= 0; p = sets.next(vertex, p + 1)) {
        partitionVertices[p]++;
      }
    }
    tell(true);
    messages.fromHomes(this::add);
    final long[] sizes = Arrays.copyOf(partitionVertices, 2 * partitions);
    System.arraycopy(partitionEdges, 0, sizes, partitions, partitions);
    final long[] sums = shared.exchange().sums(sizes);
    System.arraycopy(sums, 0, partitionVertices, 0, partitions);
    System.arraycopy(sums, partitions, partitionEdges, 0, partitions);
  }

  private void tell(boolean own) {
    for (int vertex = 0; !shared.alone() && vertex < vertices.size(); vertex++) {
      if (vertices.homes().here(vertex) == own && sets.count(vertex) > 0) {
        final int end = shared.endAddress(vertex);
        for (int address = shared.firstAddress(vertex); address < end; address++) {
          write(vertex, messages.name(address));
        }
      }
    }
  }

  private void write(int vertex, MessageWriter out) {
    out.number(sets.count(vertex));
    int before = 0;
    for (int p = sets.next(vertex, 0); p >= 0; p = sets.next(vertex, p + 1)) {
      out.number(p - before);
      before = p;
    }
  }

  private void add(int vertex, MessageReader in) {
    read(in, partition -> sets.add(vertex, partition));
  }

  private void read(MessageReader in, IntConsumer of) {
    int partition = 0;
    for (int left = in.index(partitions + 1L); left > 0; left--) {
      partition += in.index(partitions - partition);
      of.accept(partition);
    }
  }

  /** An edge is placed. */
  void place(int partition) {
    placed[partition]++;
  }

  /** A vertex joins a partition, which may hold it. */
  void join(int vertex, int partition) {
    joins.add((long) vertex << Integer.SIZE | partition);
  }

  /**
   * Sends homes which partitions their vertices have joined, and what is new to these those that
   * know them; two supersteps. Messages begin with the edges, and the vertices, that each partition
   * has got.
   */
  void endBatch() {
    final LongArray own = new LongArray(64);
    messages.begin(placed);
    forEachVertex(
        joins,
        (vertex, from, to) -> {
          if (vertices.homes().here(vertex)) {
            for (int i = from; i < to; i++) {
              own.add(joins.values[i]);
            }
          } else {
            write(joins, vertex, from, to);
          }
        });
    joins.size = 0;
    Arrays.fill(placed, 0);
    messages.toHomes(
        new VertexMessages.Receiver() {
          @Override
          public void begin(int shard, MessageReader in) {
            in.addTo(partitionEdges);
          }

          @Override
          public void vertex(int vertex, MessageReader in) {
            read(in, partition -> own.add((long) vertex << Integer.SIZE | partition));
          }
        });
    publish(own);
  }

  private void publish(LongArray own) {
    final long[] got = new long[partitions];
    int kept = 0;
    for (int i = 0; i < own.size; i++) {
      final int vertex = (int) (own.values[i] >>> Integer.SIZE);
      final int partition = (int) own.values[i];
      if (sets.holds(vertex, partition) == 0) {
        sets.add(vertex, partition);
        got[partition]++;
        own.values[kept++] = own.values[i];
      }
    }
    own.size = kept;
    messages.begin(got);
    forEachVertex(own, (vertex, from, to) -> write(own, vertex, from, to));
    messages.fromHomes(
        new VertexMessages.Receiver() {
          @Override
          public void begin(int shard, MessageReader in) {
            in.addTo(partitionVertices);
          }

          @Override
          public void vertex(int vertex, MessageReader in) {
            add(vertex, in);
          }
        });
  }

  /** Takes the joins of a vertex. */
  @FunctionalInterface
  private interface Joins {
    void of(int vertex, int from, int to);
  }

  /** Sorts joins and goes through them vertex by vertex; none is there twice afterwards. */
  private static void forEachVertex(LongArray some, Joins joins) {
    Arrays.sort(some.values, 0, some.size);
    int kept = 0;
    for (int i = 0; i < some.size; i++) {
      if (i == 0 || some.values[i] != some.values[i - 1]) {
        some.values[kept++] = some.values[i];
      }
    }
    some.size = kept;
    int end;
    for (int from = 0; from < kept; from = end) {
      final int vertex = (int) (some.values[from] >>> Integer.SIZE);
      end = from;
      while (end < kept && some.values[end] >>> Integer.SIZE == vertex) {
        end++;
      }
      joins.of(vertex, from, end);
    }
  }

  private void write(LongArray some, int vertex, int from, int to) {
    if (shared.alone()) {
      return;
    }
    final int end = shared.endAddress(vertex);
    for (int address = shared.firstAddress(vertex); address < end; address++) {
      final MessageWriter out = messages.name(address);
      out.number(to - from);
      int before = 0;
      for (int i = from; i < to; i++) {
        out.number((int) some.values[i] - before);
        before = (int) some.values[i];
      }
    }
  }
}
