// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;
import java.util.Arrays;
import java.util.function.Function;

/** Sends what is known of vertices of one type on to their homes. Holds nothing. */
final class VertexRouter implements VertexSink {
  private final int number; // of the type
  private final VertexType type;
  private final GraphShards shards;
  private final IntArray[] chosen; // rows, for each shard

  VertexRouter(int number, VertexType type, GraphShards shards) {
    this.number = number;
    this.type = type;
    this.shards = shards;
    chosen = new IntArray[shards.shards()];
    Arrays.setAll(chosen, shard -> new IntArray(16));
  }

  /** Those that are there, see {@link #replace}, come before the others to the same home. */
  @Override
  public void append(int first, VertexPiece piece, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      chosen[home(first + i)].add(rows[i]);
    }
    sendVertices(piece::rows);
  }

  @Override
  public void appendBlank(int first, KeyColumn keys, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      chosen[home(first + i)].add(rows[i]);
    }
    sendVertices(some -> blank(keys.rows(some)));
  }

  @Override
  public void replace(int vertex, VertexPiece from, int row) {
    chosen[home(vertex)].add(row); // sent with the vertices of the piece that are new
  }

  @Override
  public void split(Split split, int[] numbers, int count) {
    for (int i = 0; i < count; i++) {
      chosen[home(numbers[i])].add(numbers[i]);
    }
    for (int shard = 0; shard < chosen.length; shard++) {
      if (chosen[shard].size > 0) {
        long[] some = Arrays.stream(chosen[shard].toArray()).asLongStream().toArray();
        shards.stage(shard, new SplitPiece(number, split, KeyColumn.of(some)).encode());
        chosen[shard].size = 0;
      }
    }
  }

  private int home(int vertex) {
    return VertexHomes.of(number, vertex, chosen.length);
  }

  private void sendVertices(Function<int[], VertexPiece> rows) {
    for (int shard = 0; shard < chosen.length; shard++) {
      if (chosen[shard].size > 0) {
        shards.stageVertices(shard, rows.apply(chosen[shard].toArray()).encode());
        chosen[shard].size = 0;
      }
    }
  }

  /** Vertices of which nothing is known but their keys. */
  private VertexPiece blank(KeyColumn keys) {
    final int count = keys.size();
    int[] labels = new int[type.labels() ? count : 0];
    Arrays.fill(labels, -1);
    long[] numbers = new long[count * type.attributes().count()];
    Arrays.fill(numbers, VertexAttributes.UNKNOWN);
    return new VertexPiece(
            number,
            keys,
            type.labels() ? labels : null,
            null,
            null,
            type.rowDim() == 0 ? null : blankRows(count))
        .with(numbers.length == 0 ? null : numbers);
  }

  private CsrRows blankRows(int count) {
    CsrRows row = VertexColumns.blank(type);
    CsrRows.Builder rows = new CsrRows.Builder(type.rowDim(), count, count * row.entries());
    for (int i = 0; i < count; i++) {
      rows.add(row, 0);
      rows.endRow();
    }
    return rows.build();
  }

  @Override
  public long bytes() {
    return 0;
  }
}
