// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.sampling.op.NegativeRule;
import io.graphember.spi.CounterRandom;

/**
 * Prediction of edges as algorithms see it.
 *
 * @param loss what is minimised
 * @param rule how negatives are drawn
 * @param margin of {@link LinkLoss#MARGIN}
 * @param test how the pairs are drawn that edges are ranked against which were left out
 * @param edges how edges are drawn
 */
public record LinkPlan(
    LinkLoss loss, NegativeRule rule, float margin, NegativeRule test, EdgePlan edges) {
  private static final long TAG = 9;

  static LinkPlan of(LinkSettings links, long edges, long seed) {
    return new LinkPlan(
        links.loss(),
        links.rule(),
        links.margin(),
        NegativeRule.of(NegativeRule.Choice.UNIFORM, links.rankedAgainst()),
        EdgePlan.of(links.validation(), 0, edges, CounterRandom.child(seed, TAG)));
  }

  /** The same plan with the negatives of the test. */
  public LinkPlan testing() {
    return new LinkPlan(loss, test, margin, test, edges);
  }

  /** Rows of the loss for each edge. */
  public int lossRows() {
    return loss == LinkLoss.BCE ? 1 + rule.perPositive() : 1;
  }
}
