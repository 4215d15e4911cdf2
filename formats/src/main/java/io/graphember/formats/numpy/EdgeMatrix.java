// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import java.util.List;

/** An edge from i to j for each entry (i, j) of a square sparse matrix. */
final class EdgeMatrix implements EdgeList {
  private final SparseMatrix matrix;

  EdgeMatrix(SparseMatrix matrix) {
    this.matrix = matrix;
    if (matrix.rows() != matrix.columns()) {
      throw NpyHeader.unfit(
          matrix.indices().name(),
          "the matrix of edges is %d x %d; it must be square"
              .formatted(matrix.rows(), matrix.columns()));
    }
  }

  @Override
  public long edges() {
    return matrix.entries();
  }

  @Override
  public List<ArrayFile> files() {
    return List.of(matrix.pointers(), matrix.indices());
  }

  @Override
  public void read(long vertices, Visitor visitor, ReadMeter meter) {
    try (SparseMatrix.Rows rows = matrix.open(meter)) {
      while (rows.nextRow()) {
        for (long column = rows.nextColumn(); column >= 0; column = rows.nextColumn()) {
          visitor.edge(rows.row(), column);
        }
      }
    }
  }
}
