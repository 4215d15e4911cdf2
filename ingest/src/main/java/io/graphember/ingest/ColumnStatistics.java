// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

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
  private long rows;

  ColumnStatistics(int columns) {
    this.columns = columns;
    first = new float[columns];
    least = new float[columns];
    greatest = new float[columns];
    sums = new double[columns];
    squares = new double[columns];
    Arrays.fill(least, Float.POSITIVE_INFINITY);
    Arrays.fill(greatest, Float.NEGATIVE_INFINITY);
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
        final float value = values[row + c];
        final double difference = (double) value - first[c];
        least[c] = Math.min(least[c], value);
        greatest[c] = Math.max(greatest[c], value);
        sums[c] += difference;
        squares[c] += difference * difference;
      }
      rows++;
    }
  }

  int columns() {
    return columns;
  }

  /** Number of rows so far; what follows is of one row at least. */
  long rows() {
    return rows;
  }

  double least(int column) {
    return least[column];
  }

  double greatest(int column) {
    return greatest[column];
  }

  boolean constant(int column) {
    return least[column] == greatest[column];
  }

  double mean(int column) {
    return first[column] + sums[column] / rows;
  }

  /** Standard deviation of all rows, divided by their number. */
  double deviation(int column) {
    final double mean = sums[column] / rows;
    return Math.sqrt(Math.max(0, squares[column] / rows - mean * mean));
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
