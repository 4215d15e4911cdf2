// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexBatches;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
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
 * <p>32 bytes a move. Used by one thread.
 */
final class BatchMoves {
  /** Of a vertex that is not known here. */
  static final int UNKNOWN = -1;

  private static final int INDEX_BITS = 23;

  private final SimpleGraph graph;
  private final int partitions;
  private final LongArray order = new LongArray(16); // id, then index below
  private final LongArray moves = new LongArray(16); // by index
  private final IntArray vertices = new IntArray(16); // by index
  private long[] sorted = new long[0]; // moves in order
  private int[] sortedVertices = new int[0];

  BatchMoves(SimpleGraph graph, int partitions) {
    this.graph = graph;
    this.partitions = partitions;
  }

  /**
   * Takes the moves of this shard, and sends them the others; one superstep, none if there is one
   * shard.
   *
   * @param found move of each vertex of the batch, {@link Move#NONE} where there is none
   * @param batches vertices at home here
   */
  void take(long[] found, VertexBatches batches, int batch) {
    order.size = 0;
    moves.size = 0;
    vertices.size = 0;
    for (int i = 0; i < batches.size(batch); i++) {
      if (found[i] != Move.NONE) {
        final int vertex = batches.vertex(batch, i);
        add(graph.id(vertex), found[i], vertex);
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
      if (i > 0 && order.values[i] >>> INDEX_BITS == order.values[i - 1] >>> INDEX_BITS) {
        throw MessageReader.malformed("two shards move one vertex");
      }
      sorted[i] = moves.values[index];
      sortedVertices[i] = vertices.values[index];
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
    final ShardExchange shards = graph.shared.exchange();
    final Said[] said = new Said[shards.shards()];
    Arrays.setAll(said, shard -> new Said());
    for (int i = 0; i < order.size; i++) {
      say(order.values[i] >>> INDEX_BITS, index(order.values[i]), said);
    }
    final byte[][] messages = new byte[said.length][];
    Arrays.setAll(messages, shard -> said[shard].out.toBytes());
    final byte[][] told = shards.exchange(messages);
    for (int shard = 0; shard < told.length; shard++) {
      if (shard != shards.shard()) {
        read(shard, new MessageReader(told[shard]));
      }
    }
  }

  /** Sends all shards a move. */
  private void say(long id, int index, Said[] said) {
    final SharedVertices shared = graph.shared;
    final int streamed = graph.streamedVertex(vertices.values[index]);
    final int end = shared.endAddress(streamed);
    int address = shared.firstAddress(streamed); // they are in the order of their shards
    for (int shard = 0; shard < said.length; shard++) {
      if (address < end && shared.shard(address) == shard) {
        said[shard].move(id, moves.values[index], shared.rank(address++));
      } else {
        said[shard].move(id, moves.values[index], UNKNOWN);
      }
    }
  }

  /** What this shard says to another one. */
  private static final class Said {
    private final MessageWriter out = new MessageWriter();
    private long id = -1; // said last
    private int rank = UNKNOWN; // said last

    void move(long nextId, long move, int nextRank) {
      out.number(nextId - id - 1);
      out.number(move);
      out.number(nextRank == UNKNOWN ? 0 : nextRank - rank);
      id = nextId;
      rank = nextRank == UNKNOWN ? rank : nextRank;
    }
  }

  private void read(int shard, MessageReader in) {
    long id = -1;
    for (long rank = UNKNOWN; !in.atEnd(); ) {
      id += 1 + in.place(graph.shared.vertices().total() - id - 1);
      final long move = Move.checked(in.number(), partitions);
      final long further = in.size();
      rank += further;
      add(id, move, further == 0 ? UNKNOWN : named(shard, rank, id));
    }
  }

  private int named(int shard, long rank, long id) {
    final int vertex = graph.number(graph.shared.other(shard, rank));
    if (graph.id(vertex) != id) {
      throw MessageReader.malformed("vertex %d is called %d".formatted(graph.id(vertex), id));
    }
    return vertex;
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
