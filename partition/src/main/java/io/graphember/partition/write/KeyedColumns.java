// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.partition.staging.StagedVertices;
import io.graphember.partition.staging.VertexColumns;
import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CsrRows;

/** Vertices of one type that are staged here: their keys and columns, by number. */
public record KeyedColumns(StagedVertices keys, VertexColumns columns) implements VertexReader {
  @Override
  public void copyKey(int row, KeyColumn.Builder target) {
    keys.copyKey(row, target);
  }

  @Override
  public int label(int row) {
    return columns.label(row);
  }

  @Override
  public byte split(int row) {
    return columns.split(row);
  }

  @Override
  public long time(int row) {
    return columns.time(row);
  }

  @Override
  public long cluster(int row) {
    return columns.cluster(row);
  }

  @Override
  public void readRow(int row, float[] target) {
    columns.readRow(row, target);
  }

  @Override
  public void appendFeatures(int row, CsrRows.Builder target) {
    columns.appendFeatures(row, target);
  }
}
