// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.base.BaseNumbers;
import io.graphember.partition.base.StoredPartition;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * Brings the version that a load adds to into its shards: partition by partition, each read by one
 * shard, which sends what is in it home, see {@link BaseSlices}; all masters first, since the homes
 * of edges are those of vertices in other partitions. So the vertices of each home come in the
 * order of their numbers, and no shard holds more than the partition that it reads beside its
 * share, and the homes of all vertices, 2 bytes each.
 *
 * <p>All shards take part together. Used by one thread.
 */
final class BaseExchange {
  private static final byte[] SILENCE = new byte[0];
  private static final int MOST_VERTICES = (1 << 30) - 8; // homes of all are in arrays

  private final BaseVersion base;
  private final GraphHeader stored; // what pieces of masters look like
  private final GraphHeader numbered; // what pieces of edges look like
  private final Home home;
  private final ShardExchange exchange;
  private final short[][] homes; // [types, numbers]

  /** What a shard keeps. */
  interface Home {
    /** Takes masters that are at home here, whose places are their numbers. */
    void masters(RoutedPiece routed);

    /** Takes edges of a stored type that end at vertices at home here, by number. */
    void edges(EdgePiece piece);

    /** Takes held-out edges that begin at vertices at home here, by number. */
    void heldOut(int type, HeldOutLists.Kind kind, KeyColumn sources, KeyColumn destinations);

    /** The next edges are of the next partition. */
    void endPartition();
  }

  BaseExchange(BaseVersion base, Home home, ShardExchange exchange) {
    this.base = base;
    this.home = home;
    this.exchange = exchange;
    stored = new GraphHeader(base.vertexTypes(), base.edgeTypes());
    numbered =
        new GraphHeader(
            base.vertexTypes().stream()
                .map(type -> new VertexType(type.name(), KeyKind.INT64, 0, false, false))
                .toList(),
            base.edgeTypes());
    homes = new short[base.vertexTypes().size()][];
  }

  /**
   * Counts the masters of each type in each partition; a shard sends the counts of those that it
   * reads, in order.
   *
   * @param readers shard that reads each partition
   * @param partitions gives a partition to read
   * @param beforeGrowth is told the bytes of the homes of all vertices
   */
  BaseNumbers count(
      int[] readers, IntFunction<StoredPartition> partitions, LongConsumer beforeGrowth) {
    final MessageWriter out = new MessageWriter();
    for (int p = 0; p < readers.length; p++) {
      if (readers[p] == exchange.shard()) {
        for (KeyColumn keys : partitions.apply(p).keys()) {
          out.number(keys.size());
        }
      }
    }
    final byte[][] told = exchange.gather(out.toBytes());
    final MessageReader[] in = new MessageReader[told.length];
    Arrays.setAll(in, shard -> new MessageReader(told[shard]));
    final int[][] masters = new int[homes.length][readers.length];
    for (int p = 0; p < readers.length; p++) {
      for (int[] ofType : masters) {
        ofType[p] = in[readers[p]].index(Integer.MAX_VALUE);
      }
    }
    final long[] sums = new long[homes.length];
    Arrays.setAll(sums, type -> Arrays.stream(masters[type]).asLongStream().sum());
    requireFew(Arrays.stream(sums).sum());
    beforeGrowth.accept(Short.BYTES * Arrays.stream(sums).sum());
    for (int type = 0; type < homes.length; type++) {
      homes[type] = new short[(int) sums[type]];
    }
    return new BaseNumbers(masters);
  }

  /** Refuses a version of more vertices than an array has places for. */
  private static void requireFew(long vertices) {
    if (vertices > MOST_VERTICES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "The graph has %d vertices; this version adds to graphs of up to %d: load it anew instead."
              .formatted(vertices, MOST_VERTICES));
    }
  }

  /** Homes of all masters, by type and number; known when all were read. */
  short[][] homes() {
    return homes;
  }

  /**
   * Goes through all partitions.
   *
   * @param numbers what {@link #count} has told
   * @param endMasters called when all masters have come
   */
  void run(
      int[] readers,
      IntFunction<StoredPartition> partitions,
      BaseNumbers numbers,
      Runnable endMasters) {
    final int shards = exchange.shards();
    for (int p = 0; p < readers.length; p++) {
      read(readers[p], p, of -> BaseSlices.ofMasters(partitions.apply(of), numbers, shards));
    }
    endMasters.run();
    for (int p = 0; p < readers.length; p++) {
      read(
          readers[p],
          p,
          of -> BaseSlices.ofEdges(partitions.apply(of), base.edgeTypes(), numbers, homes, shards));
      home.endPartition();
    }
  }

  private void read(int reader, int partition, IntFunction<BaseSlices> slices) {
    if (reader == exchange.shard()) {
      final BaseSlices own = slices.apply(partition);
      while (hear(exchange.exchange(own.next())[reader])) {
        // all that is sent is heard here, too
      }
    } else {
      final byte[][] silent = new byte[exchange.shards()][];
      Arrays.fill(silent, SILENCE);
      while (hear(exchange.exchange(silent)[reader])) {
        // until it has sent all
      }
    }
  }

  /** Takes a message; true if more follow. */
  private boolean hear(byte[] message) {
    MessageReader in = new MessageReader(message);
    final boolean more = in.index(2) == 1;
    while (!in.atEnd()) {
      final int kind = in.index(BaseSlices.HOMES + 1L);
      final byte[] bytes = in.bytes(in.index(Integer.MAX_VALUE));
      if (kind == BaseSlices.MASTERS) {
        home.masters(RoutedPiece.decode(bytes, stored));
      } else if (kind == BaseSlices.HOMES) {
        hearHomes(new MessageReader(bytes));
      } else if (kind == BaseSlices.EDGES) {
        home.edges(EdgePiece.decode(bytes, numbered));
      } else {
        hearHeldOut(new MessageReader(bytes));
      }
    }
    return more;
  }

  private void hearHomes(MessageReader in) {
    final short[] ofType = homes[in.index(homes.length)];
    for (int number = in.index(ofType.length); !in.atEnd(); number++) {
      ofType[MessageReader.index(number, ofType.length)] = (short) in.index(exchange.shards());
    }
  }

  private void hearHeldOut(MessageReader in) {
    final IntArray codes = new IntArray(16);
    final LongArray sources = new LongArray(16);
    final LongArray destinations = new LongArray(16);
    while (!in.atEnd()) {
      codes.add(in.index(StagedPairs.codes(base.edgeTypes().size())));
      sources.add(in.number());
      destinations.add(in.number());
    }
    int first = 0;
    for (int i = 1; i <= codes.size; i++) {
      if (i == codes.size || codes.values[i] != codes.values[first]) {
        home.heldOut(
            StagedPairs.typeOf(codes.values[first]),
            StagedPairs.kindOf(codes.values[first]),
            KeyColumn.of(Arrays.copyOfRange(sources.values, first, i)),
            KeyColumn.of(Arrays.copyOfRange(destinations.values, first, i)));
        first = i;
      }
    }
  }
}
