// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import java.util.List;

/** Rows of features or targets in one array of two dimensions. */
final class DenseRows implements FeatureRows {
  private final ArrayFile file;
  private final long rows;
  private final int dim;
  private final boolean unknown;

  /** Rows of features, which are finite. */
  DenseRows(ArrayFile file) {
    this(file, "features", false);
  }

  /** Rows of targets, of which some may be unknown. */
  static DenseRows ofTargets(ArrayFile file) {
    return new DenseRows(file, "targets", true);
  }

  private DenseRows(ArrayFile file, String what, boolean unknown) {
    this.file = file;
    this.unknown = unknown;
    NpyHeader header = file.header();
    if (header.shape().length != 2) {
      throw NpyHeader.unfit(
          file.name(),
          "its shape is " + header.shapeText() + "; " + what + " must be rows x columns");
    }
    if (!header.type().floating()) {
      throw NpyHeader.unfit(
          file.name(),
          "its values are of type " + header.type().code + "; " + what + " must be f4 or f8");
    }
    rows = header.shape()[0];
    dim = ArrayRules.width(file, header.shape()[1]);
    if (header.fortran() && rows > 1 && dim > 1) {
      throw NpyHeader.unfit(
          file.name(),
          "it is in Fortran order, column after column; save numpy.ascontiguousarray of it");
    }
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public int dim() {
    return dim;
  }

  @Override
  public List<ArrayFile> files() {
    return List.of(file);
  }

  @Override
  public Reader open(ReadMeter meter) {
    NpyValues values = file.values(meter);
    return new Reader() {
      private long number;

      @Override
      public void next(float[] row) {
        for (int j = 0; j < row.length; j++) {
          final double value = values.nextDouble();
          row[j] =
              unknown && Double.isNaN(value)
                  ? Float.NaN
                  : ArrayRules.finite(values, value, number, j);
        }
        number++;
      }

      @Override
      public void close() {
        values.close();
      }
    };
  }
}
