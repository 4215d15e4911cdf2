// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.embedding;

import io.graphember.training.evaluation.F1;
import io.graphember.training.evaluation.LinkRanking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How good embeddings are.
 *
 * @param labels scores of a regression at each share; empty without labels
 * @param labelled vertices with labels and embeddings
 * @param links ranking of edges that were left out; null for none
 * @param heldOut how many edges were ranked
 */
public record EmbeddingScores(
    List<AtShare> labels, int labelled, @Nullable LinkRanking links, int heldOut) {
  /**
   * A score of the regression.
   *
   * @param share share of the labelled vertices it was trained on
   * @param score mean over the draws
   */
  public record AtShare(double share, F1 score) {}
}
