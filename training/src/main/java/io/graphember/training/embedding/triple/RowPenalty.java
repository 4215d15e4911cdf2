// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.training.job.embedding.Regularizer;
import io.graphember.training.job.embedding.TripleSettings;

/**
 * Keeps the rows of triples small: each triple adds to the loss what its three rows weigh, so that
 * rows count as often as they are trained.
 *
 * @param plan how triples are trained
 * @param strength how much that counts, 0 for not at all
 */
record RowPenalty(TriplePlan plan, float strength) {
  static RowPenalty of(TriplePlan plan) {
    final TripleSettings triples = plan.method().triples();
    return new RowPenalty(plan, triples.regularization());
  }

  /** Adds the gradients of a batch. */
  void add(TripleBatch batch, TripleRows rows) {
    if (strength == 0) {
      return;
    }
    for (int i = 0; i < batch.size(); i++) {
      add(rows.entities(), rows.entityGradients(), batch.heads()[i] * plan.dim(), plan.dim());
      add(rows.entities(), rows.entityGradients(), batch.tails()[i] * plan.dim(), plan.dim());
      final int dim = plan.relationDim();
      add(rows.relations(), rows.relationGradients(), batch.forward()[i] * dim, dim);
      if (plan.reciprocal()) {
        add(rows.relations(), rows.relationGradients(), batch.backward()[i] * dim, dim);
      }
    }
  }

  private void add(float[] row, float[] gradient, int at, int dim) {
    if (plan.method().triples().regularizer() == Regularizer.L2) {
      for (int k = at; k < at + dim; k++) {
        gradient[k] += 2 * strength * row[k];
      }
    } else if (plan.scoring().complex()) {
      final int half = dim / 2;
      for (int k = at; k < at + half; k++) {
        final float real = row[k];
        final float imaginary = row[k + half];
        final float factor = 3 * strength * (float) Math.sqrt(real * real + imaginary * imaginary);
        gradient[k] += factor * real;
        gradient[k + half] += factor * imaginary;
      }
    } else {
      for (int k = at; k < at + dim; k++) {
        gradient[k] += 3 * strength * Math.abs(row[k]) * row[k];
      }
    }
  }
}
