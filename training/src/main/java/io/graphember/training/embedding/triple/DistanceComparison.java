// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.kernels.distance.Distances;
import io.graphember.kernels.distance.RowDistances;
import io.graphember.spi.triple.Comparison;

/** Negative distances of rows. */
final class DistanceComparison implements RowComparison {
  private final RowDistances distances;
  private final int dim;
  private final int stride;
  private float[] scratch = new float[0];

  DistanceComparison(Comparison kind, int dim) {
    this.distances =
        switch (kind) {
          case L1 -> Distances.L1;
          case L2 -> Distances.L2;
          case MODULUS -> Distances.MODULUS;
          case PRODUCT -> throw new IllegalArgumentException("no distance: " + kind);
        };
    this.dim = dim;
    this.stride = RowComparison.stride(dim);
  }

  @Override
  public void scores(float[] queries, int count, float[] entities, int others, float[] scores) {
    final int scoreStride = RowComparison.scoreStride(others);
    distances.distances(
        queries,
        stride,
        count,
        entities,
        stride,
        others,
        dim,
        scores,
        scoreStride,
        scratch(count, others));
    negate(scores, count * scoreStride);
  }

  private float[] scratch(int count, int others) {
    final int wanted = RowDistances.scratch(count, others, dim);
    if (scratch.length < wanted) {
      scratch = new float[wanted];
    }
    return scratch;
  }

  private static void negate(float[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = -values[i];
    }
  }

  @Override
  public void addGradients(
      float[] queries,
      int count,
      float[] entities,
      int others,
      float[] scores,
      float[] weights,
      float[] queryGradients,
      float[] entityGradients) {
    final int scoreStride = RowComparison.scoreStride(others);
    negate(scores, count * scoreStride);
    negate(weights, count * scoreStride);
    distances.addGradients(
        queries,
        stride,
        count,
        entities,
        stride,
        others,
        dim,
        scores,
        weights,
        scoreStride,
        queryGradients,
        entityGradients,
        scratch(count, others));
    negate(scores, count * scoreStride);
    negate(weights, count * scoreStride);
  }
}
