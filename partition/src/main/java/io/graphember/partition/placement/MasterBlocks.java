// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Has the masters of a graph chosen, by {@link MasterChoice}, a block of vertices at a time. Blocks
 * are by hash of the vertex, each a sample of the graph in which masters are balanced, so that they
 * are balanced in all, up to one for each block; a graph of up to {@value #BLOCK_VERTICES} vertices
 * is one, and there are {@value #MOST_BLOCKS} at most. Each block is chosen for by one shard,
 * whatever the number of shards, with the same result.
 *
 * <p>A shard says of its vertices of a block, ascending, as {@link MessageWriter} writes numbers:
 * how many vertices are between it and the one before, 1 more than the partition that was named for
 * its master, 1 more than its group, both 0 for none, its replicas, and for each, ascending, the
 * partition less the one before, and the edges of the vertex there. It hears the partition of each
 * master.
 */
final class MasterBlocks {
  private static final int BLOCK_VERTICES = 1 << 20;
  private static final int MOST_BLOCKS = 1 << 14;
  private static final long KEY = 0x424C4F43;

  /** Said of a vertex, and of a replica, at most. */
  private static final int VERTEX_BYTES = 10;

  private static final int REPLICA_BYTES = 7;

  private final LocalVertices vertices;
  private final ShardExchange exchange;
  private final int partitions;
  private final int blocks;
  private final int[] byBlock; // rows
  private final int[] starts; // [blocks + 1]

  /**
   * Blocks of a graph.
   *
   * @param vertices those that this shard knows
   */
  MasterBlocks(LocalVertices vertices, ShardExchange exchange, int partitions) {
    this(
        vertices,
        exchange,
        partitions,
        (int) Math.max(1, Math.min(MOST_BLOCKS, vertices.total() / BLOCK_VERTICES)));
  }

  /** So many blocks of a graph. */
  MasterBlocks(LocalVertices vertices, ShardExchange exchange, int partitions, int blocks) {
    this.vertices = vertices;
    this.exchange = exchange;
    this.partitions = partitions;
    this.blocks = blocks;
    starts = new int[blocks + 1];
    byBlock = new int[vertices.rows()];
    for (int row = 0; row < vertices.rows(); row++) {
      starts[block(row) + 1]++;
    }
    for (int b = 0; b < blocks; b++) {
      starts[b + 1] += starts[b];
    }
    final int[] next = starts.clone();
    for (int row = 0; row < vertices.rows(); row++) {
      byBlock[next[block(row)]++] = row;
    }
  }

  /**
   * Bytes that choosing takes.
   *
   * @param own vertices at home here, about as many as elsewhere
   * @param replicas of these
   */
  static long estimateBytes(long vertices, long own, long replicas, int shards) {
    // Blocks differ by chance.
    final long inBlock =
        Math.min(
            Math.min(vertices, 2 * own * shards),
            Math.max(2L * BLOCK_VERTICES, 2 * vertices / MOST_BLOCKS));
    final long entries = inBlock * (1 + replicas / Math.max(1, own));
    return 4 * own
        + Candidates.bytes(inBlock, entries)
        + (MessageWriter.COPIES + 1) * (VERTEX_BYTES * inBlock + REPLICA_BYTES * entries);
  }

  /** Number of a row's vertex in the graph. */
  private long number(int row) {
    return vertices.number(vertices.vertex(row));
  }

  private int block(int row) {
    return CounterRandom.bounded(CounterRandom.bits(KEY, number(row)), blocks);
  }

  /** What is known of a vertex of this shard. */
  interface Source {
    /** Partition that was named for its master, or {@link EdgeAssignment#NO_MASTER}. */
    int named(int row);

    /** Its group, or {@link MasterGroups#NONE}. */
    int group(int row);

    /** Number of partitions that hold it. */
    int replicas(int row);

    /** One of these, ascending. */
    int partition(int row, int replica);

    /** Edges of the vertex there. */
    long edges(int row, int replica);
  }

  /**
   * Chooses; two supersteps for as many blocks as there are shards.
   *
   * @param groups number of groups
   * @return partition of the master of each vertex at home here, by row
   */
  short[] choose(Source source, int groups) {
    final short[] masters = new short[vertices.rows()];
    final int shards = exchange.shards();
    for (int first = 0; first < blocks; first += shards) {
      byte[][] said = new byte[shards][];
      for (int shard = 0; shard < shards; shard++) {
        said[shard] = said(first + shard, source);
      }
      byte[][] answers = exchange.exchange(chosen(exchange.exchange(said), groups));
      for (int shard = 0; shard < shards; shard++) {
        final MessageReader in = new MessageReader(answers[shard]);
        for (int i = start(first + shard); i < start(first + shard + 1); i++) {
          masters[byBlock[i]] = (short) in.index(partitions);
        }
      }
    }
    return masters;
  }

  /** The first row of a block; there may be none of that number. */
  private int start(int block) {
    return starts[Math.min(block, blocks)];
  }

  private byte[] said(int block, Source source) {
    final MessageWriter out = new MessageWriter();
    long before = -1;
    for (int i = start(block); i < start(block + 1); i++) {
      final int row = byBlock[i];
      out.number(number(row) - before - 1);
      out.number(source.named(row) + 1L);
      out.number(source.group(row) + 1L);
      final int replicas = source.replicas(row);
      out.number(replicas);
      int last = 0;
      for (int r = 0; r < replicas; r++) {
        out.number(source.partition(row, r) - last);
        out.number(source.edges(row, r));
        last = source.partition(row, r);
      }
      before = number(row);
    }
    return out.toBytes();
  }

  /** Chooses for the vertices of one block, of which each shard has said its own. */
  private byte[][] chosen(byte[][] said, int groups) {
    final Cursor[] cursors = new Cursor[said.length];
    Arrays.setAll(cursors, shard -> new Cursor(said[shard]));
    final Candidates candidates = new Candidates();
    final IntArray shardOf = new IntArray(16);
    for (int shard = first(cursors); shard >= 0; shard = first(cursors)) {
      cursors[shard].read(candidates, groups);
      shardOf.add(shard);
    }
    final short[] masters = MasterChoice.of(candidates, partitions, groups);
    final MessageWriter[] out = new MessageWriter[said.length];
    Arrays.setAll(out, shard -> new MessageWriter());
    for (int v = 0; v < masters.length; v++) {
      out[shardOf.values[v]].number(masters[v]);
    }
    byte[][] answers = new byte[said.length][];
    Arrays.setAll(answers, shard -> out[shard].toBytes());
    return answers;
  }

  /** The shard that has the least vertex; -1 if none has any more. */
  private static int first(Cursor[] cursors) {
    int least = -1;
    for (int shard = 0; shard < cursors.length; shard++) {
      if (cursors[shard].vertex >= 0
          && (least < 0 || cursors[shard].vertex < cursors[least].vertex)) {
        least = shard;
      }
    }
    return least;
  }

  /** The vertices that a shard has told of. */
  private final class Cursor {
    private final MessageReader in;
    private long vertex = -1; // the next one; -1 behind the last

    Cursor(byte[] said) {
      in = new MessageReader(said);
      advance(-1);
    }

    private void advance(long before) {
      vertex = in.atEnd() ? -1 : before + 1 + in.place(Long.MAX_VALUE - before - 1);
    }

    void read(Candidates candidates, int groups) {
      candidates.add(
          in.index(partitions + 1L) - 1, // NO_MASTER is -1
          in.index(groups + 1L) - 1); // NONE is -1
      int partition = 0;
      for (int left = in.index(partitions + 1L); left > 0; left--) {
        partition += in.index(partitions - partition);
        candidates.addEntry(partition, in.size());
      }
      advance(vertex);
    }
  }
}
