// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.graph.GraphError;
import io.graphember.memory.array.IntArray;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The vertices that this shard has in common with each other one: those at home in one of the two
 * that the other knows, in the order of their numbers in the graph. Between the two shards a vertex
 * is named by its rank among these, see {@link VertexMessages}.
 *
 * <p>A vertex at home here has an <em>address</em> in every shard that knows it, another one in its
 * home. 4 bytes a vertex and 10 an address; nothing if there is one shard. Immutable.
 */
public final class SharedVertices {
  private final LocalVertices vertices;
  private final ShardExchange exchange;
  private final int[][] own; // [shards, ranks] vertices at home here that the shard knows
  private final int[][] others; // [shards, ranks] vertices at home there that are known here
  private final int[] offsets; // [vertices + 1] into the addresses; empty if there is one shard
  private final short[] shards; // of each address
  private final int[] ranks; // of each address

  private SharedVertices(
      LocalVertices vertices, ShardExchange exchange, int[][] own, int[][] others) {
    this.vertices = vertices;
    this.exchange = exchange;
    this.own = own;
    this.others = others;
    final boolean alone = vertices.homes().alone();
    offsets = new int[alone ? 0 : vertices.size() + 1];
    for (int shard = 0; shard < own.length; shard++) {
      count(own[shard]);
      count(others[shard]);
    }
    for (int v = 1; v < offsets.length; v++) {
      offsets[v] += offsets[v - 1];
    }
    final int addresses = alone ? 0 : offsets[vertices.size()];
    shards = new short[addresses];
    ranks = new int[addresses];
    final int[] next = Arrays.copyOf(offsets, Math.max(0, offsets.length - 1));
    for (int shard = 0; shard < own.length; shard++) {
      address(own[shard], shard, next);
      address(others[shard], shard, next);
    }
  }

  private void count(int[] some) {
    for (int vertex : some) {
      offsets[vertex + 1]++;
    }
  }

  private void address(int[] some, int shard, int[] next) {
    for (int rank = 0; rank < some.length; rank++) {
      final int address = next[some[rank]]++;
      shards[address] = (short) shard;
      ranks[address] = rank;
    }
  }

  /** Those of a graph that has one shard, which shares none. */
  public static SharedVertices alone(LocalVertices vertices) {
    return new SharedVertices(vertices, ShardExchange.ALONE, new int[1][0], new int[1][0]);
  }

  /**
   * One superstep: a shard says to each other one, of every vertex at home there that it knows,
   * ascending, how many numbers are between it and the one before.
   *
   * @param reserve is told the bytes that are taken, before they are
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public static SharedVertices of(
      LocalVertices vertices, ShardExchange exchange, LongConsumer reserve) {
    if (vertices.homes().alone()) {
      return alone(vertices);
    }
    final long elsewhere = vertices.size() - vertices.rows();
    reserve.accept((4 + 3L * MessageWriter.COPIES) * elsewhere);
    final int[][] others = others(vertices, exchange);
    final byte[][] messages = new byte[others.length][];
    for (int shard = 0; shard < others.length; shard++) {
      final MessageWriter out = new MessageWriter();
      long before = -1;
      for (int vertex : others[shard]) {
        out.number(vertices.number(vertex) - before - 1);
        before = vertices.number(vertex);
      }
      messages[shard] = out.toBytes();
    }
    final byte[][] told = exchange.exchange(messages);
    long addresses = elsewhere;
    for (byte[] message : told) {
      addresses += message.length; // a byte at least
    }
    reserve.accept(3 * elsewhere + 4L * vertices.size() + 15 * addresses);
    final int[][] own = new int[told.length][];
    long count = elsewhere;
    for (int shard = 0; shard < told.length; shard++) {
      own[shard] = own(vertices, new MessageReader(told[shard]));
      count += own[shard].length;
    }
    if (count > Integer.MAX_VALUE - 8) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "A node shares %d vertices with the others; it holds up to %d: use more storage nodes."
              .formatted(count, Integer.MAX_VALUE - 8));
    }
    return new SharedVertices(vertices, exchange, own, others);
  }

  private static int[][] others(LocalVertices vertices, ShardExchange exchange) {
    final VertexHomes homes = vertices.homes();
    final int[] counts = new int[exchange.shards()];
    for (int v = 0; v < vertices.size(); v++) {
      counts[homes.home(v)]++;
    }
    counts[exchange.shard()] = 0;
    final int[][] others = new int[counts.length][];
    Arrays.setAll(others, shard -> new int[counts[shard]]);
    final int[] next = new int[counts.length];
    for (int v = 0; v < vertices.size(); v++) {
      final int home = homes.home(v);
      if (home != exchange.shard()) {
        others[home][next[home]++] = v;
      }
    }
    return others;
  }

  /** What another shard knows of those at home here; both are ascending. */
  private static int[] own(LocalVertices vertices, MessageReader in) {
    final IntArray known = new IntArray(16);
    long number = -1;
    for (int row = 0; !in.atEnd(); row++) {
      number += 1 + in.place(vertices.total() - number - 1);
      while (row < vertices.rows() && vertices.number(vertices.vertex(row)) < number) {
        row++;
      }
      if (row == vertices.rows() || vertices.number(vertices.vertex(row)) != number) {
        throw MessageReader.malformed("vertex %d is not at home here".formatted(number));
      }
      known.add(vertices.vertex(row));
    }
    return known.toArray();
  }

  /** Bytes of heap. */
  public long bytes() {
    return 4L * offsets.length + 10L * ranks.length;
  }

  /** The vertices that this shard knows. */
  public LocalVertices vertices() {
    return vertices;
  }

  /** The other shards. */
  public ShardExchange exchange() {
    return exchange;
  }

  /** True if there is one shard. */
  public boolean alone() {
    return vertices.homes().alone();
  }

  /** The first address of a vertex. */
  public int firstAddress(int vertex) {
    return offsets[vertex];
  }

  /** Behind the last address of a vertex. */
  public int endAddress(int vertex) {
    return offsets[vertex + 1];
  }

  /** The shard of an address. */
  public int shard(int address) {
    return shards[address];
  }

  /** The rank of the vertex of an address. */
  public int rank(int address) {
    return ranks[address];
  }

  /** Vertices at home here that a shard knows, by rank; not to be changed. */
  int[] own(int shard) {
    return own[shard];
  }

  /** Vertices at home in a shard that are known here, by rank; not to be changed. */
  int[] others(int shard) {
    return others[shard];
  }

  /**
   * The vertex at home here that a shard names.
   *
   * @throws io.graphember.spi.error.GraphemberException if there is none of that rank
   */
  public int own(int shard, long rank) {
    return own[shard][MessageReader.index(rank, own[shard].length)];
  }

  /**
   * The vertex that the shard which it is at home in names.
   *
   * @throws io.graphember.spi.error.GraphemberException if there is none of that rank
   */
  public int other(int shard, long rank) {
    return others[shard][MessageReader.index(rank, others[shard].length)];
  }
}
