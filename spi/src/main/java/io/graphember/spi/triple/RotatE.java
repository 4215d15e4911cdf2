// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.triple;

/**
 * Rotations (Sun et al., "RotatE: Knowledge graph embedding by relational rotation in complex
 * space", ICLR 2019, section 2.2): the score is {@code -sum_k |h_k r_k - t_k|} with {@code |r_k| =
 * 1}. Real parts are the first half of a row. A relation's row holds complex numbers of any length,
 * of which the directions count: no sine or cosine is computed, and gradients, which turn a number
 * only, lengthen it a little with every step.
 */
public record RotatE() implements TripleScoring {
  /** Below this a number has no direction; it turns nothing then. */
  private static final float LEAST = 1e-12f;

  @Override
  public String name() {
    return "rotate";
  }

  @Override
  public Comparison comparison() {
    return Comparison.MODULUS;
  }

  @Override
  public float relationRange(float entities) {
    return 1;
  }

  @Override
  public void query(
      End missing, float[] entity, int e, float[] relation, int r, float[] query, int q, int dim) {
    final int half = dim / 2;
    final float sign = missing == End.TAIL ? 1 : -1;
    for (int k = 0; k < half; k++) {
      final float length = length(relation[r + k], relation[r + half + k]);
      final float c = length < LEAST ? 1 : relation[r + k] / length;
      final float d = length < LEAST ? 0 : sign * relation[r + half + k] / length;
      query[q + k] = entity[e + k] * c - entity[e + half + k] * d;
      query[q + half + k] = entity[e + k] * d + entity[e + half + k] * c;
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
      final float length = length(relation[r + k], relation[r + half + k]);
      final float x = length < LEAST ? 1 : relation[r + k] / length;
      final float y = length < LEAST ? 0 : relation[r + half + k] / length;
      final float a = entity[e + k];
      final float b = entity[e + half + k];
      final float u = queryGradient[q + k];
      final float v = queryGradient[q + half + k];
      entityGradient[e + k] += u * x + v * sign * y;
      entityGradient[e + half + k] += v * x - u * sign * y;
      if (length >= LEAST) {
        // Of the gradient in the number's own plane what is across it counts, over its length.
        final float gx = u * a + v * b;
        final float gy = sign * (v * a - u * b);
        final float across = (gy * x - gx * y) / length;
        relationGradient[r + k] -= across * y;
        relationGradient[r + half + k] += across * x;
      }
    }
  }

  private static float length(float x, float y) {
    return (float) Math.sqrt(x * x + y * y);
  }
}
