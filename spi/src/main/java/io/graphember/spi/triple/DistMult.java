// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.triple;

/**
 * Diagonal bilinear forms (Yang et al., "Embedding entities and relations for learning and
 * inference in knowledge bases", ICLR 2015, section 3.1): the score is {@code sum_k h_k r_k t_k}.
 */
public record DistMult() implements TripleScoring {
  @Override
  public String name() {
    return "distmult";
  }

  @Override
  public Comparison comparison() {
    return Comparison.PRODUCT;
  }

  @Override
  public void query(
      End missing, float[] entity, int e, float[] relation, int r, float[] query, int q, int dim) {
    for (int k = 0; k < dim; k++) {
      query[q + k] = entity[e + k] * relation[r + k];
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
    for (int k = 0; k < dim; k++) {
      entityGradient[e + k] += relation[r + k] * queryGradient[q + k];
      relationGradient[r + k] += entity[e + k] * queryGradient[q + k];
    }
  }
}
