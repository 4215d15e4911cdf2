// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.sampling.edge.NegativeRule;
import io.graphember.sampling.walk.WalkRule;
import java.util.Optional;

/**
 * Where the pairs of an embedding come from.
 *
 * @param walk how vertices are walked from; empty to draw edges instead, each a walk of one step
 *     (LINE)
 * @param window most steps between the two vertices of a pair; each place has a width of its own, 1
 *     to this
 * @param negatives negatives of a place
 * @param subsample frequency above which vertices are left out of walks more and more often, 0 for
 *     never (Mikolov et al., 2013, section 2.3)
 * @param batchSize walks of a batch of one trainer
 * @param trainers logical trainers
 * @param seed of the job
 */
public record WalkPlan(
    Optional<WalkRule> walk,
    int window,
    int negatives,
    double subsample,
    int batchSize,
    int trainers,
    long seed) {

  /** Negatives by degree to the power of 0.75, not looked up: some may be neighbours. */
  NegativeRule negativeRule() {
    return new NegativeRule(negatives, NegativeRule.Choice.DEGREE, -1, false);
  }

  /**
   * Steps of an epoch, the same for every trainer.
   *
   * @param walks walks of an epoch: vertices or edges of the graph
   */
  public long stepsPerEpoch(long walks) {
    final long perStep = (long) batchSize * trainers;
    return (walks + perStep - 1) / perStep;
  }
}
