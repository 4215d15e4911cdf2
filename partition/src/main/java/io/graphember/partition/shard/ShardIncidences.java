// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.Incidences;
import io.graphember.partition.placement.PlacedTable;
import java.util.Arrays;

/**
 * The incidences of all shards of a graph, which they tell one another. All shards go through them
 * together, so that each learns the same: about {@value #MESSAGE_BYTES} bytes a shard and
 * superstep, one superstep a partition at least.
 *
 * <p>A shard says: the vertex to go on with, V behind the last, then for each vertex with edges of
 * the partition, ascending: how many vertices are between it and the one before, edges that end,
 * edges that begin at it.
 */
final class ShardIncidences implements Incidences {
  private static final int MESSAGE_BYTES = 4 << 20;

  private final PlacedTable placed;
  private final ShardCuts cuts;
  private final ShardExchange exchange;

  ShardIncidences(PlacedTable placed, ShardCuts cuts, ShardExchange exchange) {
    this.placed = placed;
    this.cuts = cuts;
    this.exchange = exchange;
  }

  /** Bytes of the messages of a superstep, and of what a shard counts. */
  static long estimateBytes(long vertices, int shards) {
    final long message = Math.min(2L * MESSAGE_BYTES, 16 * vertices);
    return 8 * vertices + (shards + 2L) * message;
  }

  @Override
  public int vertices() {
    return placed.vertices();
  }

  @Override
  public int partitions() {
    return placed.partitions();
  }

  @Override
  public int master(int vertex) {
    return cuts.master(vertex);
  }

  @Override
  public void forEach(Visitor visitor) {
    final int[] ending = new int[vertices()];
    final int[] beginning = new int[vertices()];
    for (int p = 0; p < partitions(); p++) {
      Arrays.fill(ending, 0);
      Arrays.fill(beginning, 0);
      placed.count(p, ending, beginning);
      int[] next = new int[cuts.shards()]; // of each shard
      while (Arrays.stream(next).anyMatch(vertex -> vertex < vertices())) {
        byte[][] told = exchange.gather(message(next[exchange.shard()], ending, beginning));
        for (int shard = 0; shard < told.length; shard++) {
          next[shard] = visit(new MessageReader(told[shard]), next[shard], p, visitor);
        }
      }
    }
  }

  private byte[] message(int first, int[] ending, int[] beginning) {
    MessageWriter entries = new MessageWriter();
    int before = first - 1;
    int vertex = first;
    for (; vertex < ending.length && entries.size() < MESSAGE_BYTES; vertex++) {
      if ((ending[vertex] | beginning[vertex]) != 0) {
        entries.number(vertex - before - 1L);
        entries.number(ending[vertex]);
        entries.number(beginning[vertex]);
        before = vertex;
      }
    }
    MessageWriter message = new MessageWriter();
    message.number(vertex);
    message.append(entries);
    return message.toBytes();
  }

  private int visit(MessageReader in, int first, int partition, Visitor visitor) {
    final int next = in.index(vertices() + 1L);
    if (next < first || next == first && first < vertices()) {
      throw MessageReader.malformed("it goes on with vertex " + next);
    }
    int vertex = first - 1;
    while (!in.atEnd()) {
      vertex += 1 + in.index(vertices() - 1L - vertex);
      visitor.add(vertex, partition, in.index(Integer.MAX_VALUE), in.index(Integer.MAX_VALUE));
    }
    return next;
  }
}
