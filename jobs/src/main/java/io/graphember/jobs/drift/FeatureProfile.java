// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drift;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * How the features of the vertices of one type are distributed in a sample. Immutable.
 *
 * @param vertexType name of the type
 * @param dim floats of a row
 * @param rows of the sample
 * @param columns of each column, or block of columns; see {@link FeatureSample}
 */
public record FeatureProfile(String vertexType, int dim, int rows, List<ColumnProfile> columns) {
  /** The profile of a sample, by its own quantiles. */
  static FeatureProfile of(String vertexType, int dim, List<FeatureSample> sample) {
    return of(vertexType, dim, sample, (column, values) -> ColumnProfile.of(values));
  }

  /** The profile of another sample of rows of as many floats, in the bins of this one. */
  FeatureProfile same(List<FeatureSample> sample) {
    return of(vertexType, dim, sample, (column, values) -> columns.get(column).same(values));
  }

  private static FeatureProfile of(
      String vertexType,
      int dim,
      List<FeatureSample> sample,
      BiFunction<Integer, float[], ColumnProfile> profile) {
    final int rows = sample.stream().mapToInt(FeatureSample::rows).sum();
    final int width = FeatureSample.columns(dim);
    final List<ColumnProfile> columns = new ArrayList<>();
    for (int column = 0; column < width; column++) {
      columns.add(profile.apply(column, values(sample, column, width, rows)));
    }
    return new FeatureProfile(vertexType, dim, rows, columns);
  }

  private static float[] values(List<FeatureSample> sample, int column, int width, int rows) {
    final float[] values = new float[rows];
    int at = 0;
    for (FeatureSample part : sample) {
      for (int row = 0; row < part.rows(); row++) {
        values[at++] = part.values()[row * width + column];
      }
    }
    return values;
  }
}
