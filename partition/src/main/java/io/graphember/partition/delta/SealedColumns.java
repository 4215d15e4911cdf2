// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.delta.ChangedMasters;
import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CsrRows;
import java.util.Arrays;

/**
 * What the version that is added to knows of masters of one type: as it was stored, unless it was
 * changed since. Used by one thread.
 *
 * @param type what they have in common
 * @param masters of one partition and all types
 * @param changed those of the partition that were changed
 * @param keys of those of the type
 * @param first place of the first of the type
 */
record SealedColumns(
    VertexType type, SealedMasters masters, ChangedMasters changed, KeyColumn keys, int first)
    implements VertexReader {

  private int place(int row) {
    return changed.find(masters.locals()[first + row]);
  }

  @Override
  public void copyKey(int row, KeyColumn.Builder target) {
    target.add(keys, row);
  }

  @Override
  public int label(int row) {
    final int place = place(row);
    return place < 0 ? masters.labels()[first + row] : changed.labels()[place];
  }

  @Override
  public byte split(int row) {
    final int place = place(row);
    return place < 0 ? masters.splits()[first + row] : changed.splits()[place];
  }

  @Override
  public long time(int row) {
    final int place = place(row);
    return place < 0 ? masters.times()[first + row] : changed.times()[place];
  }

  @Override
  public long cluster(int row) {
    final int place = place(row);
    return place < 0 ? masters.clusters()[first + row] : changed.clusters()[place];
  }

  @Override
  public void readRow(int row, float[] target) {
    final int place = place(row);
    if (place >= 0) {
      changed.read(place, 0, type.rowDim(), target);
      return;
    }
    Arrays.fill(target, 0, type.rowDim(), 0f);
    final CsrRows rows = masters.rows();
    for (int e = rows.offsets()[first + row]; e < rows.offsets()[first + row + 1]; e++) {
      target[rows.columns()[e]] = rows.values()[e];
    }
  }

  @Override
  public void appendFeatures(int row, CsrRows.Builder target) {
    throw new UnsupportedOperationException("rows are staged dense");
  }
}
