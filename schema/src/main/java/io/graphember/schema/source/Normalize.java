// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ColumnScales;

/** What happens to the features of vertices before they are sent. */
public enum Normalize {
  /** Nothing. */
  NONE,
  /** A row is divided by the sum of its absolute values; a row of zeros stays. */
  ROW {
    @Override
    public void apply(float[] row) {
      double sum = 0;
      for (float value : row) {
        sum += Math.abs(value);
      }
      for (int i = 0; sum > 0 && i < row.length; i++) {
        row[i] = (float) (row[i] / sum);
      }
    }
  },
  /** A column of numbers gets mean 0 and standard deviation 1; a constant one becomes 0. */
  STANDARDIZE {
    @Override
    ColumnScales learn(ColumnStatistics columns) {
      return columns.scales(columns::mean, columns::deviation);
    }
  },
  /** A column of numbers gets least value 0 and greatest value 1; a constant one becomes 0. */
  MIN_MAX {
    @Override
    ColumnScales learn(ColumnStatistics columns) {
      return columns.scales(columns::least, c -> columns.greatest(c) - columns.least(c));
    }
  };

  /** Changes a row in place, where that needs no other row. */
  public void apply(float[] row) {
    // Most leave it as it is.
  }

  /** What brings columns to their scale, where that needs all rows; else nothing. */
  ColumnScales learn(ColumnStatistics columns) {
    return ColumnScales.NONE;
  }

  /** True if the columns must be known before the first row. */
  boolean learns() {
    return this == STANDARDIZE || this == MIN_MAX;
  }
}
