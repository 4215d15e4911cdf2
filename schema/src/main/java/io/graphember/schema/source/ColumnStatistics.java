// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ColumnScales;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.CsrRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Ranges, means and deviations of the first columns of rows. Used by one thread. Sums are of the
 * differences from the first row, so that a column of large numbers that differ little keeps its
 * digits.
 */
final class ColumnStatistics {
  private final int columns;
  private final float[] first;
  private final float[] least;
  private final float[] greatest;
  private final double[] sums;
  private final double[] squares;
  private final long[] entries; // of sparse rows
  private long sparseRows;
  private long rows;

  ColumnStatistics(int columns) {
    this.columns = columns;
    first = new float[columns];
    least = new float[columns];
    greatest = new float[columns];
    sums = new double[columns];
    squares = new double[columns];
    entries = new long[columns];
    Arrays.fill(least, Float.POSITIVE_INFINITY);
    Arrays.fill(greatest, Float.NEGATIVE_INFINITY);
  }

  /** Takes the rows of a piece. */
  void add(VertexPiece piece) {
    if (columns > 0 && piece.sparse() != null) {
      add(piece.sparse());
    } else if (columns > 0 && piece.features() != null && piece.rows() > 0) {
      add(piece.features(), piece.features().length / piece.rows());
    }
  }

  /**
   * Takes rows.
   *
   * @param values [n, dim] row-major
   * @param dim at least the number of columns
   */
  void add(float[] values, int dim) {
    if (rows == 0 && values.length > 0) {
      System.arraycopy(values, 0, first, 0, columns);
    }
    for (int row = 0; row < values.length; row += dim) {
      for (int c = 0; c < columns; c++) {
        add(c, values[row + c]);
      }
      rows++;
    }
  }

  /** Takes rows of which only what is not 0 is there. */
  private void add(CsrRows sparse) {
    for (int entry = 0; entry < sparse.entries(); entry++) {
      final int c = sparse.columns()[entry];
      if (c < columns) {
        add(c, sparse.values()[entry]);
        entries[c]++;
      }
    }
    sparseRows += sparse.rows();
    rows += sparse.rows();
  }

  private void add(int column, float value) {
    final double difference = (double) value - first[column];
    least[column] = Math.min(least[column], value);
    greatest[column] = Math.max(greatest[column], value);
    sums[column] += difference;
    squares[column] += difference * difference;
  }

  /** Zeros of sparse rows, which nobody has seen. */
  private long zeros(int column) {
    return sparseRows - entries[column];
  }

  int columns() {
    return columns;
  }

  /** Number of rows so far; what follows is of one row at least. */
  long rows() {
    return rows;
  }

  double least(int column) {
    return zeros(column) > 0 ? Math.min(0, least[column]) : least[column];
  }

  double greatest(int column) {
    return zeros(column) > 0 ? Math.max(0, greatest[column]) : greatest[column];
  }

  boolean constant(int column) {
    return least(column) == greatest(column);
  }

  double mean(int column) {
    return first[column] + difference(column);
  }

  /** Mean of the differences from the first row. */
  private double difference(int column) {
    return (sums[column] - zeros(column) * (double) first[column]) / rows;
  }

  /** Standard deviation of all rows, divided by their number. */
  double deviation(int column) {
    final double mean = difference(column);
    final double all = squares[column] + zeros(column) * (double) first[column] * first[column];
    return Math.sqrt(Math.max(0, all / rows - mean * mean));
  }

  /** Scales by an offset and a range of each column; a constant column has range 1. */
  ColumnScales scales(IntToDoubleFunction offset, IntToDoubleFunction range) {
    List<Float> offsets = new ArrayList<>(columns);
    List<Float> ranges = new ArrayList<>(columns);
    for (int c = 0; rows > 0 && c < columns; c++) {
      final float spread = constant(c) ? 1 : (float) range.applyAsDouble(c);
      offsets.add((float) offset.applyAsDouble(c));
      ranges.add(Math.min(Float.MAX_VALUE, Math.max(Float.MIN_NORMAL, spread)));
    }
    return new ColumnScales(offsets, ranges);
  }
}
