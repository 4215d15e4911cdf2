// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.training.embedding.pair.PairObjective;
import io.graphember.training.embedding.pair.WalkPlan;
import io.graphember.training.embedding.triple.TriplePlan;
import java.util.List;

/** What a job of embeddings trains. */
public sealed interface EmbeddingPlan {
  /**
   * Pairs of vertices that are near.
   *
   * @param walks where they come from
   * @param objectives what they train
   */
  record Pairs(WalkPlan walks, List<PairObjective> objectives) implements EmbeddingPlan {}

  /**
   * Triples of a knowledge graph.
   *
   * @param plan how they are trained
   */
  record Triples(TriplePlan plan) implements EmbeddingPlan {}
}
