// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.id.Vid;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.placement.PartitionVertices;
import io.graphember.partition.placement.PlacedVertices;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * The vertices of a graph that several shards keep, asked of their homes a partition at a time.
 * Used by one thread.
 */
final class ShardedVertices implements PlacedVertices {
  private final ShardReads shards;
  private final ReplicaTable replicas;
  private final int shardCount;
  private final Cancellation cancellation;

  /**
   * The vertices of all shards.
   *
   * @param own what one of them has
   */
  ShardedVertices(ShardReads shards, PlacedShard own, Cancellation cancellation) {
    this.shards = shards;
    this.replicas = own.replicas();
    this.shardCount = own.cuts().shards();
    this.cancellation = cancellation;
  }

  @Override
  public PartitionVertices partition(int partition) {
    final int vertices = replicas.vertices(partition);
    final PartitionVertices.Builder builder =
        new PartitionVertices.Builder(
            replicas.typeStarts(partition),
            vertices,
            Math.toIntExact(replicas.replicasIn(partition) - vertices));
    final Cursor[] cursors = new Cursor[shardCount];
    Arrays.setAll(cursors, shard -> new Cursor(shard, partition));
    for (int local = 0; local < vertices; local++) {
      next(cursors, local).read(builder);
    }
    if (builder.room() > 0) {
      throw MessageReader.malformed("%d replicas are missing".formatted(builder.room()));
    }
    return builder.build();
  }

  /** Who has a vertex: it must be somebody's next. */
  private static Cursor next(Cursor[] cursors, int local) {
    for (Cursor cursor : cursors) {
      if (cursor.local == local) {
        return cursor;
      }
    }
    throw MessageReader.malformed("nobody has the vertex of local number %d".formatted(local));
  }

  /** The vertices that one shard has of a partition, of which a message at a time is held. */
  private final class Cursor {
    private static final int END = -1;

    private final int shard;
    private final int partition;
    private final int masters;
    private MessageReader message = new MessageReader(new byte[0]);
    private int left = 1; // vertices behind the message
    private int local; // of the next vertex

    Cursor(int shard, int partition) {
      this.shard = shard;
      this.partition = partition;
      masters = replicas.masters(partition);
      advance(-1);
    }

    private void advance(int before) {
      if (message.atEnd() && left > 0) {
        cancellation.check();
        message = new MessageReader(shards.vertices(shard, partition, before + 1));
        left = message.index(replicas.vertices(partition) + 1L);
        if (left > 0 && message.atEnd()) {
          throw MessageReader.malformed("it has none of %d vertices".formatted(left));
        }
      }
      local =
          message.atEnd()
              ? END
              : before + 1 + message.index(replicas.vertices(partition) - before - 1L);
    }

    /** Takes the next vertex: masters are known, of mirrors it says where their masters are. */
    void read(PartitionVertices.Builder builder) {
      long vid = Vid.of(partition, local);
      int type = 0;
      if (local >= masters) {
        vid = vid(message.number());
        type = message.index(replicas.numbering().types());
      }
      final int count = message.index(Math.min(builder.room(), replicas.partitions()) + 1L);
      int other = 0;
      for (int i = 0; i < count; i++) {
        other += message.index(replicas.partitions() - other);
        builder.addReplica(
            other,
            message.index(replicas.vertices(other)),
            message.index(Integer.MAX_VALUE),
            message.index(Integer.MAX_VALUE));
      }
      builder.add(vid, type);
      advance(local);
    }

    private long vid(long came) {
      final int of = Vid.partition(came);
      if (came < 0 || of >= replicas.partitions() || Vid.local(came) >= replicas.masters(of)) {
        throw MessageReader.malformed("a mirror is of " + came);
      }
      return came;
    }
  }
}
