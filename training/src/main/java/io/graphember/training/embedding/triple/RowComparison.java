// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.kernels.MatMul;
import io.graphember.spi.triple.Comparison;

/**
 * Scores of queries with entities, all with all, and their gradients. A score has the same bits
 * whatever others are computed beside it. Rows begin at multiples of {@link #stride}; scores of a
 * query at multiples of {@link #scoreStride}. Keeps scratch; used by one thread.
 */
public interface RowComparison {
  /** Floats from one row to the next. */
  static int stride(int dim) {
    return MatMul.stride(dim);
  }

  /**
   * Floats from the scores of one query to those of the next.
   *
   * @param entities how many a query is compared with
   */
  static int scoreStride(int entities) {
    return MatMul.stride(entities);
  }

  /**
   * Scores. O(queries entities dim).
   *
   * @param queries rows
   * @param count how many
   * @param entities rows
   * @param others how many
   * @param scores receives the score of query i with entity j at {@code i * scoreStride(others) +
   *     j}
   */
  void scores(float[] queries, int count, float[] entities, int others, float[] scores);

  /**
   * Adds gradients. O(queries entities dim).
   *
   * @param scores as {@link #scores} has left them
   * @param weights gradient of the loss by each score, in the same order; those behind the others
   *     of a query are 0
   * @param queryGradients takes the gradients of queries
   * @param entityGradients takes the gradients of entities
   */
  void addGradients(
      float[] queries,
      int count,
      float[] entities,
      int others,
      float[] scores,
      float[] weights,
      float[] queryGradients,
      float[] entityGradients);

  /** The comparison of a kind, of rows of so many floats. */
  static RowComparison of(Comparison kind, int dim) {
    return kind.distance() ? new DistanceComparison(kind, dim) : new ProductComparison(dim);
  }
}
