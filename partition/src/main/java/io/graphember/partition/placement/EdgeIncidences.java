// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexHomes;
import java.util.Arrays;

/**
 * Which partitions have edges of the vertices at home in a shard: each shard goes through its edges
 * partition by partition and sends what it counts at a vertex to the home of the vertex.
 *
 * <p>In a superstep a shard says to another one, as {@link MessageWriter} writes numbers: 1, or 0
 * if these are its last, then for each partition and vertex in which it has edges, by partition,
 * then by vertex: the partition less the one before, how much the number of the vertex in the graph
 * is above the one before in the partition, and edges that begin there; none end there, since edges
 * are kept where they end.
 *
 * <p>A walk is O(E + P V / 64), with at most {@value #MOST_PAIRS} pairs in memory. Used by one
 * thread.
 */
public final class EdgeIncidences implements Incidences {
  private static final int MOST_PAIRS = 1 << 17;

  /** A pair that a shard has met, what it says of it, and what others say at the same time. */
  private static final int PAIR_BYTES = 16 + (MessageWriter.COPIES + 1) * 10;

  private final PlacedTable placed;
  private final LocalVertices vertices;
  private final VertexHomes homes;
  private final ShardExchange exchange;

  /**
   * The incidences of shards.
   *
   * @param placed edges that are here
   * @param vertices those that this shard knows
   */
  public EdgeIncidences(PlacedTable placed, LocalVertices vertices, ShardExchange exchange) {
    this.placed = placed;
    this.vertices = vertices;
    this.exchange = exchange;
    homes = vertices.homes();
  }

  /** Bytes of a walk. */
  public static long estimateBytes(long vertices, long edges, int partitions) {
    return IncidenceCounts.bytes(vertices)
        + 4 * vertices // their local numbers in a partition
        + PAIR_BYTES * Math.min(MOST_PAIRS, Math.min(vertices * partitions, 2 * edges));
  }

  @Override
  public int partitions() {
    return placed.partitions();
  }

  @Override
  public int master(int row) {
    return placed.master(vertices.vertex(row));
  }

  @Override
  public void forEach(Visitor visitor) {
    final Walk walk = new Walk();
    final Said[] said = said();
    final Heard[] heard = heard();
    boolean more = true;
    while (more) {
      walk.advance();
      for (int i = 0; i < walk.pairs.size; i++) {
        final int partition = walk.partition(i);
        final int vertex = walk.vertex(i);
        final int home = homes.home(vertex);
        final int ending = walk.ending.values[i];
        final int beginning = walk.beginning.values[i];
        if (home == exchange.shard()) {
          visitor.add(vertices.row(vertex), partition, ending, beginning);
        } else {
          said[home].pair(partition, vertices.number(vertex));
          said[home].out.number(beginning);
        }
      }
      more =
          superstep(
              walk,
              said,
              heard,
              (shard, row, partition, in) ->
                  visitor.add(row, partition, 0, in.index(Integer.MAX_VALUE)));
    }
  }

  /** Takes a pair that another shard has sent, of a vertex at home here. */
  @FunctionalInterface
  private interface Pairs {
    void pair(int shard, int row, int partition, MessageReader in);
  }

  /** Sends pairs and takes those of others; true if more follow. */
  private boolean superstep(Walk walk, Said[] said, Heard[] heard, Pairs pairs) {
    boolean more = false;
    final byte[][] messages = exchange.exchange(messages(walk, said));
    for (int shard = 0; shard < messages.length; shard++) {
      final MessageReader in = new MessageReader(messages[shard]);
      more |= in.index(2) == 1;
      while (!in.atEnd()) {
        heard[shard].pair(in);
        pairs.pair(shard, vertices.ownRow(heard[shard].number), heard[shard].partition, in);
      }
    }
    return more;
  }

  /**
   * Gives the ends of the edges here their local numbers: a shard says the same pairs without the
   * edges, and hears of each, in order, the local number of the vertex in the partition.
   */
  public void number(ReplicaTable replicas) {
    final Walk walk = new Walk();
    final Numbers numbers = new Numbers();
    final Said[] said = said();
    final Heard[] heard = heard();
    boolean more = true;
    while (more) {
      walk.advance();
      for (int i = 0; i < walk.pairs.size; i++) {
        final int home = homes.home(walk.vertex(i));
        if (home != exchange.shard()) {
          said[home].pair(walk.partition(i), vertices.number(walk.vertex(i)));
        }
      }
      final MessageWriter[] out = new MessageWriter[said.length];
      Arrays.setAll(out, shard -> new MessageWriter());
      more =
          superstep(
              walk,
              said,
              heard,
              (shard, row, partition, in) -> out[shard].number(replicas.local(row, partition)));
      byte[][] answers = new byte[out.length][];
      Arrays.setAll(answers, shard -> out[shard].toBytes());
      numbers.take(walk, exchange.exchange(answers), replicas);
    }
    numbers.end();
  }

  private Said[] said() {
    final Said[] said = new Said[exchange.shards()];
    Arrays.setAll(said, shard -> new Said());
    return said;
  }

  private Heard[] heard() {
    final Heard[] heard = new Heard[exchange.shards()];
    Arrays.setAll(heard, shard -> new Heard());
    return heard;
  }

  private static byte[][] messages(Walk walk, Said[] said) {
    byte[][] messages = new byte[said.length][];
    for (int shard = 0; shard < said.length; shard++) {
      final MessageWriter message = new MessageWriter();
      message.number(walk.atEnd() ? 0 : 1);
      message.append(said[shard].out);
      messages[shard] = message.toBytes();
    }
    return messages;
  }

  /** A walk of this shard through its edges: a pair is a partition times V plus a vertex. */
  private final class Walk {
    private final LongArray pairs = new LongArray(16);
    private final IntArray ending = new IntArray(16);
    private final IntArray beginning = new IntArray(16);
    private final IncidenceCounts counts = new IncidenceCounts(placed.vertices());
    private int partition = -1; // whose edges are counted
    private int vertex = placed.vertices(); // the next one

    /** Goes on to the next pairs. */
    void advance() {
      pairs.size = 0;
      ending.size = 0;
      beginning.size = 0;
      while (pairs.size < MOST_PAIRS && find()) {
        pairs.add((long) partition * placed.vertices() + vertex);
        ending.add(counts.ending(vertex));
        beginning.add(counts.beginning(vertex));
        counts.clear(vertex);
      }
    }

    boolean atEnd() {
      return !find();
    }

    private boolean find() {
      vertex = vertex == placed.vertices() ? vertex : counts.next(vertex);
      while (vertex == placed.vertices() && partition + 1 < partitions()) {
        placed.count(++partition, counts);
        vertex = counts.next(0);
      }
      return vertex < placed.vertices();
    }

    int partition(int pair) {
      return (int) (pairs.values[pair] / placed.vertices());
    }

    int vertex(int pair) {
      return (int) (pairs.values[pair] % placed.vertices());
    }
  }

  /** What this shard says to another one. */
  private static final class Said {
    private final MessageWriter out = new MessageWriter();
    private int partition; // said last
    private long number = -1; // said last in the partition

    void pair(int nextPartition, long nextNumber) {
      out.number(nextPartition - partition);
      if (nextPartition > partition) {
        number = -1;
      }
      out.number(nextNumber - number - 1);
      partition = nextPartition;
      number = nextNumber;
    }
  }

  /** What another shard has said last. */
  private final class Heard {
    private int partition;
    private long number = -1;

    void pair(MessageReader in) {
      final int further = in.index(partitions() - partition);
      if (further > 0) {
        number = -1;
      }
      partition += further;
      number += 1 + in.place(vertices.total() - number - 1);
    }
  }

  /** Takes local numbers in the order of the walk, and renames the edges partition by partition. */
  private final class Numbers {
    private final int[] localOf = new int[placed.vertices()];
    private int partition;

    void take(Walk walk, byte[][] answers, ReplicaTable replicas) {
      final MessageReader[] in = new MessageReader[answers.length];
      Arrays.setAll(in, shard -> new MessageReader(answers[shard]));
      for (int i = 0; i < walk.pairs.size; i++) {
        for (final int of = walk.partition(i); partition < of; partition++) {
          placed.rename(partition, localOf);
        }
        final int vertex = walk.vertex(i);
        final int home = homes.home(vertex);
        localOf[vertex] =
            home == exchange.shard()
                ? replicas.local(vertices.row(vertex), partition)
                : in[home].index(replicas.vertices(partition));
      }
    }

    void end() {
      for (; partition < partitions(); partition++) {
        placed.rename(partition, localOf);
      }
    }
  }
}
