// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.triple;

/**
 * Translations (Bordes et al., "Translating embeddings for modeling multi-relational data", NIPS
 * 2013, equation 1): the score is {@code -|h + r - t|}.
 *
 * @param comparison {@link Comparison#L1} or {@link Comparison#L2}
 */
public record TransE(Comparison comparison) implements TripleScoring {
  @Override
  public String name() {
    return "transe";
  }

  @Override
  public void query(
      End missing, float[] entity, int e, float[] relation, int r, float[] query, int q, int dim) {
    final float sign = sign(missing);
    for (int k = 0; k < dim; k++) {
      query[q + k] = entity[e + k] + sign * relation[r + k];
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
    final float sign = sign(missing);
    for (int k = 0; k < dim; k++) {
      entityGradient[e + k] += queryGradient[q + k];
      relationGradient[r + k] += sign * queryGradient[q + k];
    }
  }

  private static float sign(End missing) {
    return missing == End.TAIL ? 1 : -1;
  }
}
