// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.memory.array.LongArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.SharedVertices;
import java.util.Arrays;

/**
 * The {@linkplain Move moves} that all shards have found for the vertices of a batch, in the order
 * of the ids of these.
 *
 * <p>A shard says of its moves, in order, as {@link MessageWriter} writes numbers: how many ids are
 * between the vertex and the one before, the move, and 0, or 1 more than the rank of the vertex
 * among those that the two shards {@linkplain SharedVertices share}, less the one before of these.
 *
 * <p>16 bytes a move. Used by one thread.
 */
final class BatchMoves {
  /** Of a vertex that is not known here. */
  static final int UNKNOWN = -1;

  private static final int INDEX_BITS = 23;

  private final SimpleGraph graph;
  private final int partitions;
  private final LongArray order = new LongArray(16); // id, then index below
  private final LongArray moves = new LongArray(16); // by index
  private final LongArray vertices = new LongArray(16); // by index
  private long[] sorted = new long[0]; // moves in order
  private int[] sortedVertices = new int[0];

  BatchMoves(SimpleGraph graph, int partitions) {
    this.graph = graph;
    this.partitions = partitions;
  }

  /**
   * Takes the moves of this shard, and tells them the others; one superstep, none if there is one
   * shard.
   *
   * @param found moves, {@link Move#NONE} where there is none
   * @param ofBatch vertices of the batch at home here
   * @param first place of the first of them
   * @param count how many there are
   */
  void take(long[] found, int[] ofBatch, int first, int count) {
    order.size = 0;
    moves.size = 0;
    vertices.size = 0;
    for (int i = 0; i < count; i++) {
      if (found[i] != Move.NONE) {
        add(graph.id(ofBatch[first + i]), found[i], ofBatch[first + i]);
      }
    }
    Arrays.sort(order.values, 0, order.size);
    if (!graph.alone()) {
      exchange();
      Arrays.sort(order.values, 0, order.size);
    }
    sorted = sorted.length < order.size ? new long[order.size] : sorted;
    sortedVertices = sortedVertices.length < order.size ? new int[order.size] : sortedVertices;
    for (int i = 0; i < order.size; i++) {
      final int index = index(order.values[i]);
      sorted[i] = moves.values[index];
      sortedVertices[i] = (int) vertices.values[index];
    }
  }

  private void add(long id, long move, int vertex) {
    if (order.size == 1 << INDEX_BITS) {
      throw MessageReader.malformed("a batch has more than %d moves".formatted(order.size));
    }
    order.add(id << INDEX_BITS | order.size);
    moves.add(move);
    vertices.add(vertex);
  }

  private static int index(long entry) {
    return (int) entry & (1 << INDEX_BITS) - 1;
  }

  private void exchange() {
    final SharedVertices shared = graph.shared;
    final int own = order.size;
    final byte[][] messages = new byte[shared.exchange().shards()][];
    final int[] ranks = new int[messages.length];
    final MessageWriter[] out = new MessageWriter[messages.length];
    Arrays.setAll(out, shard -> new MessageWriter());
    long before = -1;
    for (int i = 0; i < own; i++) {
      final long id = order.values[i] >>> INDEX_BITS;
      final int index = index(order.values[i]);
      final int streamed = graph.streamedVertex((int) vertices.values[index]);
      int address = shared.firstAddress(streamed);
      for (int shard = 0; shard < out.length; shard++) {
        out[shard].number(id - before - 1);
        out[shard].number(moves.values[index]);
        if (address < shared.endAddress(streamed) && shared.shard(address) == shard) {
          out[shard].number(shared.rank(address) + 1L - ranks[shard]);
          ranks[shard] = shared.rank(address) + 1;
          address++;
        } else {
          out[shard].number(0);
        }
      }
      before = id;
    }
    Arrays.setAll(messages, shard -> out[shard].toBytes());
    final byte[][] told = shared.exchange().exchange(messages);
    for (int shard = 0; shard < told.length; shard++) {
      if (shard != shared.exchange().shard()) {
        read(shard, new MessageReader(told[shard]));
      }
    }
  }

  private void read(int shard, MessageReader in) {
    long id = -1;
    for (long rank = 0; !in.atEnd(); ) {
      id += 1 + in.place(graph.shared.vertices().total() - id - 1);
      final long move = Move.checked(in.number(), partitions);
      final long further = in.size();
      rank += further;
      add(id, move, further == 0 ? UNKNOWN : graph.number(graph.shared.other(shard, rank - 1)));
    }
  }

  int size() {
    return order.size;
  }

  /** A move. */
  long move(int index) {
    return sorted[index];
  }

  /** Its vertex, or {@link #UNKNOWN}. */
  int vertex(int index) {
    return sortedVertices[index];
  }

  /** Leaves a move out. */
  void drop(int index) {
    sorted[index] = Move.NONE;
  }
}
