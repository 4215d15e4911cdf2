// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.sampling.engine.PartitionClient;
import io.graphember.training.embedding.pair.HogwildTrainer;
import io.graphember.training.embedding.pair.PairSums;
import io.graphember.training.embedding.pair.WalkBatches;
import io.graphember.training.embedding.step.BatchObjective;
import io.graphember.training.embedding.step.EmbeddingContext;
import io.graphember.training.embedding.step.EmbeddingTrainer;
import io.graphember.training.embedding.step.PassReport;
import io.graphember.training.embedding.step.PushingTrainer;
import io.graphember.training.embedding.step.SynchronousTrainer;
import io.graphember.training.embedding.triple.TripleBatches;
import io.graphember.training.embedding.triple.TripleGradients;
import io.graphember.training.job.embedding.EmbeddingSettings;

/**
 * Runs the trainers of a job of embeddings, whatever it trains and however they go together.
 *
 * @param settings of the job
 * @param parameters of the job
 * @param client way to the graph
 * @param masters vertices of each partition
 * @param edges edges of the graph
 */
public record EmbeddingTrainers(
    EmbeddingSettings settings,
    EmbeddingParameters parameters,
    PartitionClient client,
    long[] masters,
    long edges) {
  /**
   * Runs one of them for some steps.
   *
   * @param from first step, from 0 on
   * @param to end of the steps
   * @throws io.graphember.spi.error.GraphemberException as {@link EmbeddingTrainer#train}
   */
  public PassReport train(EmbeddingContext context, long from, long to) {
    return parameters.plan() instanceof EmbeddingPlan.Pairs pairs
        ? train(pairs, context, from, to)
        : train((EmbeddingPlan.Triples) parameters.plan(), context, from, to);
  }

  private PassReport train(
      EmbeddingPlan.Pairs pairs, EmbeddingContext context, long from, long to) {
    final int dim = parameters.dim();
    try (WalkBatches batches =
        new WalkBatches(pairs.walks(), context.rank(), masters, edges, client, context.replies())) {
      EmbeddingTrainer trainer =
          settings.inPlace()
              ? new HogwildTrainer(
                  context, batches, pairs.walks(), pairs.objectives(), dim, parameters.rate())
              : trainer(context, new PairSums(dim, pairs.walks(), pairs.objectives(), batches));
      return trainer.train(from, to);
    }
  }

  private PassReport train(
      EmbeddingPlan.Triples triples, EmbeddingContext context, long from, long to) {
    try (TripleBatches batches =
        new TripleBatches(
            triples.plan(), context.rank(), masters, edges, client, context.replies())) {
      return trainer(context, new TripleGradients(triples.plan(), batches)).train(from, to);
    }
  }

  private EmbeddingTrainer trainer(EmbeddingContext context, BatchObjective<?> objective) {
    return switch (settings.consistency()) {
      case BSP -> new SynchronousTrainer<>(context, objective, settings.staleness());
      case SSP -> throw new IllegalArgumentException("rows have no versions: " + settings);
      case ASYNC -> new PushingTrainer<>(context, objective);
    };
  }
}
