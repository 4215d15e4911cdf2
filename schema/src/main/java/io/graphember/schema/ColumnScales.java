// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.List;

/**
 * What brings columns of features to one scale: {@code (value - offset) / range}. Immutable.
 *
 * @param offsets of the first columns of a row
 * @param ranges of the same columns, above 0
 */
public record ColumnScales(List<Float> offsets, List<Float> ranges) {
  /** Columns as they are. */
  public static final ColumnScales NONE = new ColumnScales(List.of(), List.of());

  /** Checks counts and ranges. */
  public ColumnScales {
    offsets = List.copyOf(offsets);
    ranges = List.copyOf(ranges);
    if (offsets.size() != ranges.size() || offsets.size() > VertexType.MAX_FEATURE_DIM) {
      throw new IllegalArgumentException(
          "%d offsets and %d ranges of columns, at most %d"
              .formatted(offsets.size(), ranges.size(), VertexType.MAX_FEATURE_DIM));
    }
    if (!offsets.stream().allMatch(Float::isFinite)
        || !ranges.stream().allMatch(range -> Float.isFinite(range) && range > 0)) {
      throw new IllegalArgumentException("an offset is not finite or a range not above 0");
    }
  }

  /** Number of columns. */
  public int columns() {
    return offsets.size();
  }

  /**
   * Scales rows in place.
   *
   * @param rows [n, dim] row-major
   * @param dim at least the number of columns
   */
  public void apply(float[] rows, int dim) {
    final int columns = columns();
    float[] offset = new float[columns];
    float[] range = new float[columns];
    for (int c = 0; c < columns; c++) {
      offset[c] = offsets.get(c);
      range[c] = ranges.get(c);
    }
    for (int row = 0; row < rows.length; row += dim) {
      for (int c = 0; c < columns; c++) {
        rows[row + c] = (rows[row + c] - offset[c]) / range[c];
      }
    }
  }
}
