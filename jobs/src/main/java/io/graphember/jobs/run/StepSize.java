// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobTrainers;
import io.graphember.jobs.fit.TrainedSeeds;
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
        training.batch().wholeGraph()
            ? TrainedSeeds.of(graph, settings).total()
            : (long) settings.trainers() * training.batchSize(),
        training.batch().type(),
        settings.train().computedByPartitions() ? JobTrainers.PARTITIONS : JobTrainers.TRAINERS);
  }

  /** A step of a job that trains embeddings without a model. */
  public static StepSize of(EmbeddingSettings embedding, int trainers) {
    return new StepSize(
        (long) trainers * embedding.batchSize(), "mini-batch", JobTrainers.TRAINERS);
  }
}
