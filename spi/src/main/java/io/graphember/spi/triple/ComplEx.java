// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.triple;

/**
 * Complex bilinear forms (Trouillon et al., "Complex embeddings for simple link prediction", ICML
 * 2016, equation 10): the score is {@code Re(sum_k h_k r_k conj(t_k))}. Real parts are the first
 * half of a row.
 */
public record ComplEx() implements TripleScoring {
  @Override
  public String name() {
    return "complex";
  }

  @Override
  public Comparison comparison() {
    return Comparison.PRODUCT;
  }

  @Override
  public boolean complex() {
    return true;
  }

  // Of a missing tail the query is h r, of a missing head t conj(r): the real product with the
  // other entity is the score either way.

  @Override
  public void query(
      End missing, float[] entity, int e, float[] relation, int r, float[] query, int q, int dim) {
    final int half = dim / 2;
    final float sign = missing == End.TAIL ? 1 : -1;
    for (int k = 0; k < half; k++) {
      final float a = entity[e + k];
      final float b = entity[e + half + k];
      final float c = relation[r + k];
      final float d = sign * relation[r + half + k];
      query[q + k] = a * c - b * d;
      query[q + half + k] = a * d + b * c;
    }
  }

  @Override
  public void addGradients(
      End missing,
      float[] entity,
      float[] entityGradient,
      int e,
      float[] relation,
      float[] relationGradient,
      int r,
      float[] queryGradient,
      int q,
      int dim) {
    final int half = dim / 2;
    final float sign = missing == End.TAIL ? 1 : -1;
    for (int k = 0; k < half; k++) {
      final float a = entity[e + k];
      final float b = entity[e + half + k];
      final float c = relation[r + k];
      final float d = sign * relation[r + half + k];
      final float u = queryGradient[q + k];
      final float v = queryGradient[q + half + k];
      entityGradient[e + k] += u * c + v * d;
      entityGradient[e + half + k] += v * c - u * d;
      relationGradient[r + k] += u * a + v * b;
      relationGradient[r + half + k] += sign * (v * a - u * b);
    }
  }
}
