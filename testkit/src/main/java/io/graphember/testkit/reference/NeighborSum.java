// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.Block;

/**
 * The linear map of a block: {@code sum[i] = selfCoefficient[i] * rows[i] + sum over the edges e of
 * i of edgeCoefficient[e] * rows[neighbor[e]]}. A mean has {@code 1 / degree} as coefficients and
 * nothing of the destination itself.
 */
final class NeighborSum {
  private final int destinations;
  private final int[] offsets;
  private final int[] neighbors;
  private final double[] edgeCoefficients;
  private final double[] selfCoefficients;

  NeighborSum(Block block) {
    destinations = block.destinations();
    offsets = new int[destinations + 1];
    for (int i = 0; i <= destinations; i++) {
      offsets[i] = block.offsets().getInt(4 * i);
    }
    neighbors = new int[block.edges()];
    for (int e = 0; e < neighbors.length; e++) {
      neighbors[e] = block.neighbors().getInt(4 * e);
    }
    edgeCoefficients = new double[neighbors.length];
    selfCoefficients = new double[destinations];
    for (int i = 0; i < destinations; i++) {
      selfCoefficients[i] = block.weighted() ? block.selfWeights().getFloat(4 * i) : 0;
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        edgeCoefficients[e] =
            block.weighted()
                ? block.edgeWeights().getFloat(4 * e)
                : 1.0 / (offsets[i + 1] - offsets[i]);
      }
    }
  }

  /** The sums of rows[sources, dim], as sums[destinations, dim]. */
  double[] of(double[] rows, int dim) {
    double[] sums = new double[destinations * dim];
    addSelf(rows, dim, sums);
    for (int i = 0; i < destinations; i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        addRow(edgeCoefficients[e], rows, neighbors[e], sums, i, dim);
      }
    }
    return sums;
  }

  /** Adds each destination's own term to sums[destinations, dim]. */
  void addSelf(double[] rows, int dim, double[] sums) {
    for (int i = 0; i < destinations; i++) {
      addRow(selfCoefficients[i], rows, i, sums, i, dim);
    }
  }

  /** Adds the gradient of the rows, given that of the sums: the transposed map. */
  void backward(double[] sumGradient, int dim, double[] rowGradient) {
    for (int i = 0; i < destinations; i++) {
      addRow(selfCoefficients[i], sumGradient, i, rowGradient, i, dim);
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        addRow(edgeCoefficients[e], sumGradient, i, rowGradient, neighbors[e], dim);
      }
    }
  }

  private static void addRow(
      double factor, double[] from, int fromRow, double[] to, int toRow, int dim) {
    for (int j = 0; j < dim; j++) {
      to[toRow * dim + j] += factor * from[fromRow * dim + j];
    }
  }
}
