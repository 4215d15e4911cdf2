// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.triple.Comparison;

/**
 * The score of one query with one entity, and its gradients: for the triples themselves, beside
 * {@link RowComparison} for all with all. Immutable; any thread.
 *
 * @param kind how they are compared
 * @param dim floats of a row
 */
record PairComparison(Comparison kind, int dim) {
  /** A score. O(dim). */
  float score(float[] queries, int q, float[] entities, int e) {
    return switch (kind) {
      case PRODUCT -> product(queries, q, entities, e);
      case L1 -> -absolute(queries, q, entities, e);
      case L2 -> -euclidean(queries, q, entities, e);
      case MODULUS -> -modulus(queries, q, entities, e);
    };
  }

  private float product(float[] queries, int q, float[] entities, int e) {
    float sum = 0;
    for (int k = 0; k < dim; k++) {
      sum += queries[q + k] * entities[e + k];
    }
    return sum;
  }

  private float absolute(float[] queries, int q, float[] entities, int e) {
    float sum = 0;
    for (int k = 0; k < dim; k++) {
      sum += Math.abs(queries[q + k] - entities[e + k]);
    }
    return sum;
  }

  private float euclidean(float[] queries, int q, float[] entities, int e) {
    float sum = 0;
    for (int k = 0; k < dim; k++) {
      final float difference = queries[q + k] - entities[e + k];
      sum += difference * difference;
    }
    return (float) Math.sqrt(sum);
  }

  private float modulus(float[] queries, int q, float[] entities, int e) {
    final int half = dim / 2;
    float sum = 0;
    for (int k = 0; k < half; k++) {
      sum +=
          length(queries[q + k] - entities[e + k], queries[q + half + k] - entities[e + half + k]);
    }
    return sum;
  }

  private static float length(float x, float y) {
    return (float) Math.sqrt(x * x + y * y);
  }

  /**
   * Adds gradients. O(dim).
   *
   * @param score as it was computed
   * @param weight gradient of the loss by it
   * @param queryGradients takes the gradient of the query, at the same place
   * @param entityGradients takes the gradient of the entity, at the same place
   */
  void addGradients(
      float[] queries,
      float[] queryGradients,
      int q,
      float[] entities,
      float[] entityGradients,
      int e,
      float score,
      float weight) {
    if (weight == 0) {
      return;
    }
    if (kind == Comparison.PRODUCT) {
      for (int k = 0; k < dim; k++) {
        queryGradients[q + k] += weight * entities[e + k];
        entityGradients[e + k] += weight * queries[q + k];
      }
    } else if (kind == Comparison.MODULUS) {
      final int half = dim / 2;
      for (int k = 0; k < half; k++) {
        final float x = queries[q + k] - entities[e + k];
        final float y = queries[q + half + k] - entities[e + half + k];
        final float length = length(x, y);
        final float factor = length == 0 ? 0 : -weight / length;
        queryGradients[q + k] += factor * x;
        queryGradients[q + half + k] += factor * y;
        entityGradients[e + k] -= factor * x;
        entityGradients[e + half + k] -= factor * y;
      }
    } else {
      final boolean signs = kind == Comparison.L1;
      final float factor = signs ? -weight : score == 0 ? 0 : weight / score;
      for (int k = 0; k < dim; k++) {
        final float difference = queries[q + k] - entities[e + k];
        final float change = factor * (signs ? Math.signum(difference) : difference);
        queryGradients[q + k] += change;
        entityGradients[e + k] -= change;
      }
    }
  }
}
