// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.partition.write.HeldOutEdges;
import io.graphember.spi.Cancellation;

/** Edges that are held out, asked of the homes of their sources a partition at a time. */
final class ShardedHeldOut implements HeldOutEdges {
  private final ShardReads shards;
  private final ReplicaTable replicas;
  private final int shardCount;
  private final int edgeTypes;
  private final Cancellation cancellation;

  ShardedHeldOut(ShardReads shards, PlacedShard own, Cancellation cancellation) {
    this.shards = shards;
    this.replicas = own.replicas();
    this.shardCount = own.cuts().shards();
    this.edgeTypes = replicas.numbering().edgeSchema().types().size();
    this.cancellation = cancellation;
  }

  @Override
  public HeldOutLists of(int partition) {
    Pairs pairs = new Pairs(replicas.masters(partition));
    for (int shard = 0; shard < shardCount; shard++) {
      int first = 0;
      int left = 1;
      while (left > 0) {
        cancellation.check();
        final int before = pairs.heads.size;
        left = pairs.add(new MessageReader(shards.heldOut(shard, partition, first)));
        first += pairs.heads.size - before;
      }
    }
    return pairs.lists(partition);
  }

  /** Pairs of one partition as they come. */
  private final class Pairs {
    private final IntArray heads = new IntArray(64);
    private final IntArray codes = new IntArray(64); // of types and kinds
    private final LongArray tails = new LongArray(64);
    private final int masters;

    Pairs(int masters) {
      this.masters = masters;
    }

    /** Takes a message; how many pairs are left. */
    int add(MessageReader in) {
      final int left = in.index(Integer.MAX_VALUE);
      if (left > 0 && in.atEnd()) {
        throw MessageReader.malformed("it has none of %d pairs".formatted(left));
      }
      while (!in.atEnd()) {
        heads.add(in.index(masters));
        codes.add(in.index(StagedPairs.codes(edgeTypes)));
        final long tail = in.number();
        if (!known(tail)) {
          throw MessageReader.malformed("a pair ends at " + tail);
        }
        tails.add(tail);
      }
      return left;
    }

    private boolean known(long tail) {
      final int partition = Vid.partition(tail);
      return tail >= 0
          && partition < replicas.partitions()
          && Vid.local(tail) < replicas.masters(partition);
    }

    HeldOutLists lists(int partition) {
      HeldOutLists.Builder builder = new HeldOutLists.Builder(partition, masters);
      for (int pass = 0; pass < 2; pass++) { // counts, then fills
        for (int i = 0; i < heads.size; i++) {
          final int code = codes.values[i];
          builder.add(
              heads.values[i], StagedPairs.typeOf(code), StagedPairs.kindOf(code), tails.values[i]);
        }
        builder.endPass();
      }
      return builder.build();
    }
  }
}
