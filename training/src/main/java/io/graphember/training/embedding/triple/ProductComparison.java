// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.kernels.MatMul;

/** Products of rows, as products of matrices. */
final class ProductComparison implements RowComparison {
  private final int dim;
  private final int stride;
  private float[] turned = new float[0]; // entities, a column each
  private float[] product = new float[0];

  ProductComparison(int dim) {
    this.dim = dim;
    this.stride = RowComparison.stride(dim);
  }

  @Override
  public void scores(float[] queries, int count, float[] entities, int others, float[] scores) {
    final int scoreStride = RowComparison.scoreStride(others);
    turn(entities, others, scoreStride);
    MatMul.BEST.multiply(queries, stride, count, dim, turned, 0, scoreStride, scores);
  }

  private void turn(float[] entities, int others, int scoreStride) {
    if (turned.length < dim * scoreStride) {
      turned = new float[dim * scoreStride];
    }
    for (int j = 0; j < others; j++) {
      for (int k = 0; k < dim; k++) {
        turned[k * scoreStride + j] = entities[j * stride + k];
      }
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
    if (product.length < count * stride) {
      product = new float[count * stride];
    }
    MatMul.BEST.multiply(weights, scoreStride, count, others, entities, 0, stride, product);
    for (int i = 0; i < count * stride; i++) {
      queryGradients[i] += product[i];
    }
    MatMul.BEST.addTransposed(
        weights, scoreStride, count, others, queries, stride, entityGradients);
  }
}
