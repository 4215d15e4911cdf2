// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.PlacedTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the shards of a graph tell one another once each has cut its edges. Immutable.
 *
 * <p>A shard says, as {@link MessageWriter} writes numbers: its edges of each partition, then for
 * each vertex whose master the partitioner has named, ascending: how many vertices are between it
 * and the one before, and the partition. Shards name the masters of all vertices, or of those that
 * are at home in them.
 */
final class ShardCuts {
  /** Of a partition in a message. */
  private static final int COUNT_BYTES = 5;

  /** Of a master in a message: how far its vertex is from the one before, and the partition. */
  private static final int SAID_BYTES = 4;

  private final int[][] edges; // [shards, partitions]
  private final short @Nullable [] masters; // null if none was named

  private ShardCuts(int[][] edges, short @Nullable [] masters) {
    this.edges = edges;
    this.masters = masters;
  }

  /**
   * Bytes of what all shards say and what is kept of it, if the others name as many masters as this
   * one.
   */
  static long estimateBytes(PlacedTable placed, int shards) {
    long named = 0;
    for (int v = 0; v < placed.vertices(); v++) {
      named += placed.master(v) == EdgeAssignment.NO_MASTER ? 0 : 1;
    }
    final long message = (long) COUNT_BYTES * placed.partitions() + SAID_BYTES * named;
    return (shards + (long) MessageWriter.COPIES) * message
        + bytes(shards, placed.partitions(), named == 0 ? 0 : placed.vertices());
  }

  private static long bytes(long shards, long partitions, long masters) {
    return Integer.BYTES * shards * partitions + Short.BYTES * masters;
  }

  /** Bytes of heap taken. */
  long bytes() {
    return bytes(shards(), edges[0].length, masters == null ? 0 : masters.length);
  }

  /** Tells of edges that are cut, and hears what the other shards say. */
  static ShardCuts exchanged(PlacedTable placed, ShardExchange exchange) {
    MessageWriter out = new MessageWriter();
    for (long count : placed.partitionEdges()) {
      out.number(count);
    }
    int before = -1;
    for (int v = 0; v < placed.vertices(); v++) {
      if (placed.master(v) != EdgeAssignment.NO_MASTER) {
        out.number(v - before - 1L);
        out.number(placed.master(v));
        before = v;
      }
    }
    return read(exchange.gather(out.toBytes()), placed.vertices(), placed.partitions());
  }

  private static ShardCuts read(byte[][] messages, int vertices, int partitions) {
    int[][] edges = new int[messages.length][partitions];
    short[] masters = null;
    for (int shard = 0; shard < messages.length; shard++) {
      MessageReader in = new MessageReader(messages[shard]);
      Arrays.setAll(edges[shard], p -> in.index(Integer.MAX_VALUE));
      if (!in.atEnd() && masters == null) {
        masters = new short[vertices];
        Arrays.fill(masters, (short) EdgeAssignment.NO_MASTER);
      }
      for (int v = -1; masters != null && !in.atEnd(); ) {
        v += 1 + in.index(vertices - 1L - v);
        masters[v] = (short) in.index(partitions);
      }
    }
    return new ShardCuts(edges, masters);
  }

  /** Edges that a shard has of a partition. */
  int edges(int shard, int partition) {
    return edges[shard][partition];
  }

  /** Number of shards. */
  int shards() {
    return edges.length;
  }

  /** Edges of each partition in all shards. */
  long[] partitionEdges() {
    long[] sums = new long[edges[0].length];
    for (int[] ofShard : edges) {
      for (int p = 0; p < sums.length; p++) {
        sums[p] += ofShard[p];
      }
    }
    return sums;
  }

  /** Partition of a vertex's master that was named, or {@link EdgeAssignment#NO_MASTER}. */
  int master(int vertex) {
    return masters == null ? EdgeAssignment.NO_MASTER : masters[vertex];
  }
}
