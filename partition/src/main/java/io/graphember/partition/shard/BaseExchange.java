// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.base.BaseNumbers;
import io.graphember.partition.base.StoredPartition;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.VertexPiece;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Brings the version that a load adds to into its shards: partition by partition, each read by one
 * shard, which sends what is in it home, see {@link BaseSlices}. So the vertices of each home come
 * in the order of their numbers, and no shard holds more than the partition that it reads beside
 * its share.
 *
 * <p>All shards take part together. Used by one thread.
 */
final class BaseExchange {
  private static final byte[] SILENCE = new byte[0];

  private final BaseVersion base;
  private final BaseNumbers numbers;
  private final GraphHeader stored; // what pieces of masters look like
  private final GraphHeader numbered; // what pieces of edges look like
  private final Home home;

  /** What a shard keeps. */
  interface Home {
    /** Takes masters that are at home here and have the next numbers. */
    void masters(VertexPiece piece);

    /** Takes edges of a stored type that end at vertices at home here, by number. */
    void edges(EdgePiece piece);

    /** Takes a held-out edge that begins at a vertex at home here, by number. */
    void heldOut(int type, boolean made, int source, int destination);

    /** The next edges are of the next partition. */
    void endPartition();
  }

  BaseExchange(BaseVersion base, BaseNumbers numbers, Home home) {
    this.base = base;
    this.numbers = numbers;
    this.home = home;
    stored = new GraphHeader(base.vertexTypes(), base.edgeTypes());
    numbered =
        new GraphHeader(
            base.vertexTypes().stream()
                .map(type -> new VertexType(type.name(), KeyKind.INT64, 0, false, false))
                .toList(),
            base.edgeTypes());
  }

  /**
   * Goes through all partitions.
   *
   * @param readers shard that reads each partition
   * @param partitions gives a partition to read
   */
  void run(int[] readers, IntFunction<StoredPartition> partitions, ShardExchange exchange) {
    final byte[][] silent = new byte[exchange.shards()][];
    Arrays.fill(silent, SILENCE);
    for (int p = 0; p < readers.length; p++) {
      final int reader = readers[p];
      if (reader == exchange.shard()) {
        BaseSlices slices =
            new BaseSlices(partitions.apply(p), base.edgeTypes(), numbers, exchange.shards());
        while (hear(exchange.exchange(slices.next())[reader])) {
          // all that is sent is heard here, too
        }
      } else {
        while (hear(exchange.exchange(silent)[reader])) {
          // until it has sent all
        }
      }
      home.endPartition();
    }
  }

  /** Takes a message; true if more follow. */
  private boolean hear(byte[] message) {
    MessageReader in = new MessageReader(message);
    final boolean more = in.index(2) == 1;
    while (!in.atEnd()) {
      final int kind = in.index(BaseSlices.HELD_OUT + 1L);
      final byte[] bytes = in.bytes(in.index(Integer.MAX_VALUE));
      if (kind == BaseSlices.MASTERS) {
        home.masters(VertexPiece.decode(bytes, stored));
      } else if (kind == BaseSlices.EDGES) {
        home.edges(EdgePiece.decode(bytes, numbered));
      } else {
        hearHeldOut(new MessageReader(bytes));
      }
    }
    return more;
  }

  private void hearHeldOut(MessageReader in) {
    while (!in.atEnd()) {
      final int kind = in.index(2L * base.edgeTypes().size());
      final int source = in.index(Integer.MAX_VALUE);
      home.heldOut(kind >> 1, (kind & 1) == 1, source, in.index(Integer.MAX_VALUE));
    }
  }
}
