// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import java.util.Arrays;
import java.util.List;

/** Feature rows in a sparse matrix, filled up with zeros; entries that come twice are added. */
final class SparseRows implements FeatureRows {
  private final SparseMatrix matrix;
  private final int dim;

  SparseRows(SparseMatrix matrix) {
    this.matrix = matrix;
    dim = ArrayRules.width(matrix.indices(), matrix.columns());
    NpyType type = matrix.data().header().type();
    if (type == NpyType.BOOL) {
      throw NpyHeader.unfit(
          matrix.data().name(), "its values are of type b1; features must be numbers");
    }
  }

  @Override
  public long rows() {
    return matrix.rows();
  }

  @Override
  public int dim() {
    return dim;
  }

  @Override
  public List<ArrayFile> files() {
    return List.of(matrix.pointers(), matrix.indices(), matrix.data());
  }

  @Override
  public Reader open(ReadMeter meter) {
    SparseMatrix.Rows rows = matrix.open(meter);
    NpyValues values = matrix.data().values(meter);
    return new Reader() {
      @Override
      public void next(float[] row) {
        Arrays.fill(row, 0);
        rows.nextRow();
        for (long column = rows.nextColumn(); column >= 0; column = rows.nextColumn()) {
          row[(int) column] =
              ArrayRules.finite(
                  values, row[(int) column] + values.nextDouble(), rows.row(), column);
        }
      }

      @Override
      public void close() {
        rows.close();
        values.close();
      }
    };
  }
}
