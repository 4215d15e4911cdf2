// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.sampling.op.NegativeRule;
import io.graphember.spi.CounterRandom;

/**
 * Prediction of edges as algorithms see it. Edges of a batch are drawn from all of the graph; an
 * edge is for validation or for training by its ends alone, whichever way it points.
 *
 * @param loss what is minimised
 * @param rule how negatives are drawn
 * @param margin of {@link LinkLoss#MARGIN}
 * @param validation share of the edges for validation
 * @param test how the pairs are drawn that edges are ranked against which were left out
 * @param edges number of edges, about
 * @param key decides which edges are for validation
 */
public record LinkPlan(
    LinkLoss loss,
    NegativeRule rule,
    float margin,
    double validation,
    NegativeRule test,
    int edges,
    long key) {
  private static final long TAG = 9;
  private static final int MOST_VALIDATED = 10_000;

  static LinkPlan of(LinkSettings links, long edges, long seed) {
    return new LinkPlan(
        links.loss(),
        links.rule(),
        links.margin(),
        links.validation(),
        NegativeRule.of(NegativeRule.Choice.UNIFORM, links.rankedAgainst()),
        (int) Math.min(edges, Integer.MAX_VALUE),
        CounterRandom.child(seed, TAG));
  }

  /** The same plan with the negatives of the test. */
  public LinkPlan testing() {
    return new LinkPlan(loss, test, margin, validation, test, edges, key);
  }

  /** Edges of an epoch. */
  public int trainEdges() {
    return (int) Math.max(1, edges * (1 - validation));
  }

  /** Edges of a validation, at most {@value #MOST_VALIDATED}. */
  public int validEdges() {
    return validation == 0 ? 0 : (int) Math.min(MOST_VALIDATED, Math.max(1, edges * validation));
  }

  /** True if an edge is for validation. */
  public boolean validates(long source, long destination) {
    final long ends = CounterRandom.mix(source) + CounterRandom.mix(destination);
    return CounterRandom.unitDouble(CounterRandom.child(key, ends)) < validation;
  }

  /** Rows of the loss for each edge. */
  public int lossRows() {
    return loss == LinkLoss.BCE ? 1 + rule.perPositive() : 1;
  }
}
