// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.placement.IncidenceCounts;
import io.graphember.partition.placement.Incidences;
import io.graphember.partition.placement.PlacedTable;
import java.util.Arrays;

/**
 * The incidences of all shards of a graph, which they tell one another. All shards go through them
 * together, so that each learns the same: up to {@value #MESSAGE_BYTES} bytes a shard and
 * superstep, of as many partitions as have room in them.
 *
 * <p>A shard says, for each partition and vertex that has edges of it, in this order: how many
 * pairs of a partition and a vertex are between them and the ones before, edges that end, edges
 * that begin there. It says nothing when it has said all.
 */
final class ShardIncidences implements Incidences {
  private static final int MESSAGE_BYTES = 4 << 20;

  /** Bytes of a message at most for each vertex: a small graph is not to take large messages. */
  private static final long VERTEX_BYTES = 8;

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
    return IncidenceCounts.bytes(vertices) + (shards + 2L) * 2 * mostBytes(vertices);
  }

  private static long mostBytes(long vertices) {
    return Math.min(MESSAGE_BYTES, VERTEX_BYTES * vertices);
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
    final Own own = new Own();
    final Told[] told = new Told[cuts.shards()];
    Arrays.setAll(told, shard -> new Told(visitor));
    boolean more = true;
    while (more) {
      more = false;
      byte[][] messages = exchange.gather(own.next());
      for (int shard = 0; shard < told.length; shard++) {
        told[shard].hear(new MessageReader(messages[shard]));
        more |= messages[shard].length > 0;
      }
    }
  }

  /** What this shard has to say. */
  private final class Own {
    private final IncidenceCounts counts = new IncidenceCounts(vertices());
    private int partition = -1; // whose edges are counted
    private int vertex = vertices(); // the next one to be told of
    private long before = -1; // the last pair that was told of

    byte[] next() {
      MessageWriter out = new MessageWriter();
      while (out.size() < mostBytes(vertices()) && advance()) {
        final long pair = (long) partition * vertices() + vertex;
        out.number(pair - before - 1);
        out.number(counts.ending(vertex));
        out.number(counts.beginning(vertex));
        counts.clear(vertex);
        before = pair;
      }
      return out.toBytes();
    }

    /** Goes to the next vertex with edges of a partition, if there is one. */
    private boolean advance() {
      vertex = counts.next(vertex);
      while (vertex == vertices() && partition + 1 < partitions()) {
        placed.count(++partition, counts);
        vertex = counts.next(0);
      }
      return vertex < vertices();
    }
  }

  /** What one shard says. */
  private final class Told {
    private final Visitor visitor;
    private int partition;
    private int vertex = -1; // the last one that it has told of

    Told(Visitor visitor) {
      this.visitor = visitor;
    }

    void hear(MessageReader in) {
      while (!in.atEnd()) {
        final long left = (long) (partitions() - partition) * vertices() - vertex - 1;
        final long next = vertex + 1 + in.place(left);
        if (next >= vertices()) { // seldom: a division takes longer than all else
          partition += (int) (next / vertices());
        }
        vertex = (int) (next < vertices() ? next : next % vertices());
        visitor.add(vertex, partition, in.index(Integer.MAX_VALUE), in.index(Integer.MAX_VALUE));
      }
    }
  }
}
