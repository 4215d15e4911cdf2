// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.PlacedTable;
import java.util.Arrays;

/**
 * How many edges of each partition each shard of a graph has, once all have cut theirs. Immutable.
 *
 * <p>A shard says its edges of each partition, as {@link MessageWriter} writes numbers.
 */
final class ShardCuts {
  /** Of a partition in a message. */
  private static final int COUNT_BYTES = 5;

  private final int[][] edges; // [shards, partitions]

  private ShardCuts(int[][] edges) {
    this.edges = edges;
  }

  /** Bytes of what all shards say and what is kept of it. */
  static long estimateBytes(int shards, int partitions) {
    return (shards + (long) MessageWriter.COPIES) * COUNT_BYTES * partitions
        + bytes(shards, partitions);
  }

  private static long bytes(long shards, long partitions) {
    return Integer.BYTES * shards * partitions;
  }

  /** Bytes of heap taken. */
  long bytes() {
    return bytes(shards(), edges[0].length);
  }

  /** Tells of edges that are cut, and hears what the other shards say. */
  static ShardCuts exchanged(PlacedTable placed, ShardExchange exchange) {
    MessageWriter out = new MessageWriter();
    for (long count : placed.partitionEdges()) {
      out.number(count);
    }
    byte[][] messages = exchange.gather(out.toBytes());
    int[][] edges = new int[messages.length][placed.partitions()];
    for (int shard = 0; shard < messages.length; shard++) {
      MessageReader in = new MessageReader(messages[shard]);
      Arrays.setAll(edges[shard], p -> in.index(Integer.MAX_VALUE));
    }
    return new ShardCuts(edges);
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
}
