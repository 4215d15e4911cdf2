// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;

/** The vertices of a piece, by row. */
record PieceColumns(VertexType type, VertexPiece piece) implements VertexReader {
  @Override
  public void copyKey(int row, KeyColumn.Builder target) {
    target.add(piece.keys(), row);
  }

  @Override
  public int label(int row) {
    return piece.labels() == null ? -1 : piece.labels()[row];
  }

  @Override
  public byte split(int row) {
    return piece.splits() == null ? Split.NONE : piece.splits()[row];
  }

  @Override
  public long time(int row) {
    return type.attributes().time() && piece.numbers() != null
        ? piece.numbers()[row * type.attributes().count()]
        : VertexAttributes.UNKNOWN;
  }

  @Override
  public long cluster(int row) {
    final int count = type.attributes().count();
    return type.attributes().cluster() && piece.numbers() != null
        ? piece.numbers()[row * count + count - 1]
        : VertexAttributes.UNKNOWN;
  }

  @Override
  public void readRow(int row, float[] target) {
    if (piece.sparse() != null) {
      piece.sparse().read(row, target, 0);
    } else if (type.rowDim() > 0) {
      System.arraycopy(piece.denseRows(), row * type.rowDim(), target, 0, type.rowDim());
    }
  }

  @Override
  public void appendFeatures(int row, CsrRows.Builder target) {
    final CsrRows sparse = piece.sparse();
    if (sparse != null) {
      for (int e = sparse.offsets()[row]; e < sparse.offsets()[row + 1]; e++) {
        add(sparse.columns()[e], sparse.values()[e], target);
      }
    } else {
      for (int j = 0; j < type.featureDim(); j++) {
        add(j, piece.denseRows()[row * type.rowDim() + j], target);
      }
    }
    target.endRow();
  }

  private void add(int column, float value, CsrRows.Builder target) {
    if (column < type.featureDim() && value != 0) {
      target.add(column, value);
    }
  }
}
