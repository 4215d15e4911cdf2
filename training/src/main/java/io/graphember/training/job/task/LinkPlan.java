// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.sampling.edge.NegativeRule;
import io.graphember.spi.CounterRandom;

/**
 * Prediction of edges as algorithms see it.
 *
 * @param steps of the walk that a pair is taken from, which begins with the edge; 1 for the edge
 * @param loss what is minimised
 * @param rule how negatives are drawn
 * @param margin of {@link LinkLoss#MARGIN}
 * @param test how the pairs are drawn that edges are ranked against which were left out
 * @param edges how edges are drawn
 * @param replaced which end negatives have another vertex for
 */
public record LinkPlan(
    int steps,
    LinkLoss loss,
    NegativeRule rule,
    float margin,
    NegativeRule test,
    EdgePlan edges,
    ReplacedEnd replaced) {
  private static final long TAG = 9;

  /**
   * The plan of a job.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  static LinkPlan of(LinkSettings links, GraphShape graph, long seed) {
    return new LinkPlan(
        1,
        links.loss(),
        links.rule(),
        links.margin(),
        NegativeRule.of(NegativeRule.Choice.UNIFORM, links.negativesOfTest()),
        EdgePlan.of(
            links.edgeTypes(graph),
            links.validation(),
            0,
            graph.edges(links.edgeTypes(graph)),
            links.measured(),
            CounterRandom.child(seed, TAG)),
        links.replaced());
  }

  static LinkPlan of(UnsupervisedSettings walks, long edges, long seed) {
    return new LinkPlan(
        walks.walkLength() - 1,
        LinkLoss.BCE,
        walks.rule(),
        1,
        walks.rule(),
        EdgePlan.of(walks.validation(), 0, edges, CounterRandom.child(seed, TAG)),
        ReplacedEnd.DESTINATION);
  }

  /** The same plan with the negatives of the test. */
  public LinkPlan testing() {
    return new LinkPlan(steps, loss, test, margin, test, edges, replaced);
  }

  /** Rows of the loss for each edge. */
  public int lossRows() {
    return loss == LinkLoss.BCE ? 1 + rule.perPositive() : 1;
  }
}
