// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;
import java.util.Arrays;

/** Vertices of one type that become a piece of some mebibytes. Used by one thread. */
final class MasterRows {
  private final VertexType type;
  private final KeyColumn.Builder keys;
  private final float[] row;
  private final boolean sparse;
  private final CsrRows.Builder entries;
  private int[] labels;
  private byte[] splits;
  private long[] numbers;
  private float[] dense;
  private int count;
  private long rowBytes;

  MasterRows(VertexType type, boolean sparse) {
    this.type = type;
    this.sparse = sparse;
    keys = new KeyColumn.Builder(type.keyKind());
    row = new float[type.rowDim()];
    entries = new CsrRows.Builder(Math.max(1, type.rowDim()), 64, 64);
    final int rows = 1 + Math.min(63, PlacedShard.REPLY_BYTES / Math.max(4, 4 * type.rowDim()));
    labels = new int[rows];
    splits = new byte[rows];
    numbers = new long[rows * type.attributes().count()];
    dense = new float[sparse ? 0 : rows * type.rowDim()];
  }

  void add(VertexReader from, int at) {
    if (count == labels.length) {
      labels = Arrays.copyOf(labels, 2 * count);
      splits = Arrays.copyOf(splits, 2 * count);
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      dense = Arrays.copyOf(dense, 2 * dense.length);
    }
    from.copyKey(at, keys);
    labels[count] = from.label(at);
    splits[count] = from.split(at);
    int number = count * type.attributes().count();
    if (type.attributes().time()) {
      numbers[number++] = from.time(at);
    }
    if (type.attributes().cluster()) {
      numbers[number] = from.cluster(at);
    }
    if (sparse) {
      addEntries(from, at);
    } else {
      from.readRow(at, row);
      System.arraycopy(row, 0, dense, count * row.length, row.length);
      rowBytes += 4L * row.length;
    }
    count++;
  }

  int count() {
    return count;
  }

  long bytes() {
    return keys.bytes()
        + rowBytes
        + count * (PlacedShard.VERTEX_BYTES + 8L * type.attributes().count());
  }

  /** Features that are not zero, and all targets. */
  private void addEntries(VertexReader from, int at) {
    if (type.targetDim() == 0) {
      from.appendFeatures(at, entries);
    } else {
      from.readRow(at, row);
      for (int j = 0; j < row.length; j++) {
        if (row[j] != 0 || j >= type.featureDim()) {
          entries.add(j, row[j]);
        }
      }
      entries.endRow();
    }
    rowBytes = 8L * entries.entries();
  }

  VertexPiece piece(int number) {
    final int rowDim = type.rowDim();
    return new VertexPiece(
            number,
            keys.build(),
            type.labels() ? Arrays.copyOf(labels, count) : null,
            Arrays.copyOf(splits, count),
            rowDim == 0 || sparse ? null : Arrays.copyOf(dense, count * rowDim),
            rowDim > 0 && sparse ? entries.build() : null)
        .with(
            type.attributes().count() == 0
                ? null
                : Arrays.copyOf(numbers, count * type.attributes().count()));
  }
}
