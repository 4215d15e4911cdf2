// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.write.MasterColumns;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/** Columns of masters, asked of their homes: about a mebibyte of each is held. */
final class ShardedMasters implements MasterColumns {
  private final ShardReads shards;
  private final GraphHeader header;
  private final ReplicaTable replicas;
  private final int shardCount;
  private final Cancellation cancellation;

  ShardedMasters(ShardReads shards, PlacedShard own, Cancellation cancellation) {
    this.shards = shards;
    this.header = own.header();
    this.replicas = own.replicas();
    this.shardCount = own.cuts().shards();
    this.cancellation = cancellation;
  }

  @Override
  public void forEach(int partition, int type, Visitor visitor) {
    final int[] starts = replicas.typeStarts(partition);
    Cursor[] cursors = new Cursor[shardCount];
    Arrays.setAll(cursors, shard -> new Cursor(shard, partition, type));
    for (int local = starts[type]; local < starts[type + 1]; local++) {
      next(cursors, local).visit(visitor);
    }
  }

  /** Who has a master: it must be somebody's next. */
  private static Cursor next(Cursor[] cursors, int local) {
    for (Cursor cursor : cursors) {
      if (cursor.local == local) {
        return cursor;
      }
    }
    throw MessageReader.malformed("nobody has the master of local number %d".formatted(local));
  }

  /** The masters of a partition that are at home in one shard. */
  private final class Cursor {
    private static final int END = -1;

    private final int shard;
    private final int partition;
    private final int type;
    private final int end; // of the local numbers
    private PieceColumns columns;
    private int[] locals = new int[0]; // of the rows of the columns
    private int row; // of the columns, that comes next
    private int left = 1; // masters behind the columns
    private int local; // of the next one

    Cursor(int shard, int partition, int type) {
      this.shard = shard;
      this.partition = partition;
      this.type = type;
      final VertexType of = header.vertexType(type);
      KeyColumn none = new KeyColumn.Builder(of.keyKind()).build();
      columns = new PieceColumns(of, new VertexPiece(type, none, null, null, null));
      end = replicas.typeStarts(partition)[type + 1];
      advance(replicas.typeStarts(partition)[type] - 1);
    }

    void visit(Visitor visitor) {
      visitor.master(local, columns, row++);
      advance(local);
    }

    private void advance(int before) {
      if (row == locals.length && left > 0) {
        fetch(before + 1);
      }
      local = row == locals.length ? END : locals[row];
    }

    private void fetch(int first) {
      cancellation.check();
      MessageReader in = new MessageReader(shards.masters(shard, partition, type, first));
      left = in.index(end + 1L);
      locals = new int[in.count()];
      row = 0;
      int before = first - 1;
      for (int i = 0; i < locals.length; i++) {
        locals[i] = before + 1 + in.index(end - before - 1L);
        before = locals[i];
      }
      VertexPiece piece = VertexPiece.decode(in.rest(), header);
      if (piece.type() != type || piece.rows() != locals.length || left > 0 && piece.rows() == 0) {
        throw MessageReader.malformed("it has no master from number %d on".formatted(first));
      }
      columns = new PieceColumns(columns.type(), piece);
    }
  }
}
