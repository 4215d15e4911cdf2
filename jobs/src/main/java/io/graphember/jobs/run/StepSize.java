// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobTrainers;
import io.graphember.jobs.fit.TrainedSeeds;
import io.graphember.spi.batch.BatchView;
import io.graphember.spi.batch.SubgraphSizes;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainingSettings;
import io.graphember.training.job.embedding.EmbeddingSettings;

/**
 * What a step of a job is, in the user's words.
 *
 * @param seeds of all trainers together, at most
 * @param batch what it is computed over
 * @param compute who computes it
 */
public record StepSize(long seeds, String batch, String compute) {
  /** A step of a job that trains a model, whose number of trainers is fixed. */
  public static StepSize of(GraphInfo graph, JobSettings settings) {
    TrainingSettings training = settings.train().training();
    return new StepSize(
        seeds(graph, settings),
        training.batch().name(),
        settings.train().computedByPartitions() ? JobTrainers.PARTITIONS : JobTrainers.TRAINERS);
  }

  /** Of batches that are subgraphs about as many as each of an epoch's steps has. */
  private static long seeds(GraphInfo graph, JobSettings settings) {
    final long total = TrainedSeeds.of(graph, settings).total();
    final int trainers = settings.trainers();
    final BatchView view = settings.train().training().batch().view();
    if (view instanceof BatchView.Subgraphs subgraphs) {
      final int steps =
          subgraphs
              .chooser()
              .batches(new SubgraphSizes(graph.vertices(), Math.max(1, total), trainers));
      return (total + steps - 1) / steps;
    }
    return view instanceof BatchView.WholeGraph
        ? total
        : (long) trainers * settings.train().training().batchSize();
  }

  /** A step of a job that trains embeddings without a model. */
  public static StepSize of(EmbeddingSettings embedding, int trainers) {
    return new StepSize(
        (long) trainers * embedding.batchSize(), "mini-batch", JobTrainers.TRAINERS);
  }
}
