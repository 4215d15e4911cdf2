// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.page;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;

/**
 * Rows of numbers in two dimensions: their first two principal components.
 *
 * @param x first component of each row
 * @param y second one
 * @param explained share of the variance that the two have
 */
record Projection(float[] x, float[] y, double explained) {
  /**
   * Projects rows. Costs {@code O(rows * columns^2 + columns^3)}.
   *
   * @param rows of equal lengths, 1 or more
   */
  static Projection of(List<float[]> rows) {
    final int columns = rows.get(0).length;
    final double[] mean = mean(rows, columns);
    final RealMatrix covariance = covariance(rows, mean);
    if (covariance.getTrace() <= 0 || columns == 0) {
      return new Projection(new float[rows.size()], new float[rows.size()], 0);
    }
    // Of a covariance the singular vectors are the eigenvectors, the largest first.
    final SingularValueDecomposition components = new SingularValueDecomposition(covariance);
    final double[] variances = components.getSingularValues();
    final double sum = variances[0] + (columns == 1 ? 0 : variances[1]);
    return new Projection(
        along(rows, mean, components.getU().getColumn(0)),
        columns == 1 ? new float[rows.size()] : along(rows, mean, components.getU().getColumn(1)),
        sum / covariance.getTrace());
  }

  private static double[] mean(List<float[]> rows, int columns) {
    final double[] mean = new double[columns];
    for (float[] row : rows) {
      for (int c = 0; c < columns; c++) {
        mean[c] += row[c] / rows.size();
      }
    }
    return mean;
  }

  private static RealMatrix covariance(List<float[]> rows, double[] mean) {
    final int columns = mean.length;
    final double[][] sums = new double[columns][columns];
    final double[] centered = new double[columns];
    for (float[] row : rows) {
      for (int c = 0; c < columns; c++) {
        centered[c] = row[c] - mean[c];
      }
      for (int i = 0; i < columns; i++) {
        for (int j = 0; j <= i; j++) {
          sums[i][j] += centered[i] * centered[j] / rows.size();
        }
      }
    }
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < i; j++) {
        sums[j][i] = sums[i][j];
      }
    }
    return MatrixUtils.createRealMatrix(sums);
  }

  /** A component has two directions: the one in which its largest weight is positive. */
  private static float[] along(List<float[]> rows, double[] mean, double[] weights) {
    final double largest =
        Arrays.stream(weights).boxed().max(Comparator.comparingDouble(Math::abs)).orElseThrow();
    final float[] projected = new float[rows.size()];
    for (int row = 0; row < projected.length; row++) {
      double sum = 0;
      for (int c = 0; c < mean.length; c++) {
        sum += weights[c] * (rows.get(row)[c] - mean[c]);
      }
      projected[row] = (float) (largest < 0 ? -sum : sum);
    }
    return projected;
  }
}
