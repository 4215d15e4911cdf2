// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.VertexHomes;
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
  private final VertexHomes homes;
  private final ReplicaTable replicas;
  private final int shardCount;
  private final Cancellation cancellation;

  ShardedMasters(ShardReads shards, PlacedShard own, Cancellation cancellation) {
    this.shards = shards;
    this.header = own.header();
    this.homes = own.homes();
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
      cursors[homes.home(replicas.master(partition, local))].visit(local, visitor);
    }
    for (Cursor cursor : cursors) {
      cursor.end();
    }
  }

  /** The masters of a partition that are at home in one shard. */
  private final class Cursor {
    private final int shard;
    private final int partition;
    private final int type;
    private PieceColumns columns;
    private int row; // of the columns, that comes next

    Cursor(int shard, int partition, int type) {
      this.shard = shard;
      this.partition = partition;
      this.type = type;
      final VertexType of = header.vertexType(type);
      KeyColumn none = new KeyColumn.Builder(of.keyKind()).build();
      columns = new PieceColumns(of, new VertexPiece(type, none, null, null, null));
    }

    void visit(int local, Visitor visitor) {
      if (row == columns.piece().rows()) {
        fetch(local);
      }
      visitor.master(local, columns, row++);
    }

    private void fetch(int first) {
      cancellation.check();
      VertexPiece piece = VertexPiece.decode(shards.masters(shard, partition, type, first), header);
      if (piece.type() != type || piece.rows() == 0) {
        throw MessageReader.malformed("it has no master from number %d on".formatted(first));
      }
      columns = new PieceColumns(columns.type(), piece);
      row = 0;
    }

    void end() {
      if (row < columns.piece().rows()) {
        throw MessageReader.malformed("more masters than a partition has");
      }
    }
  }
}
