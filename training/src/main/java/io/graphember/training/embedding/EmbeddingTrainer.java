// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.training.job.embedding.EmbeddingSettings;

/** A trainer of embeddings, whichever way trainers go together. Used by one thread. */
public interface EmbeddingTrainer {
  /**
   * Trains a stretch of steps.
   *
   * @param from first step, from 0 on
   * @param to end of the steps
   * @throws io.graphember.spi.error.GraphemberException cancelled, what is computed is no number,
   *     or what a host failed with
   */
  PassReport train(long from, long to);

  /** One of the trainers of a job. */
  static EmbeddingTrainer of(
      EmbeddingSettings settings, EmbeddingParameters parameters, EmbeddingContext context) {
    if (settings.inPlace()) {
      return new HogwildTrainer(
          context, parameters.plan(), parameters.objectives(), parameters.dim(), parameters.rate());
    }
    return switch (settings.consistency()) {
      case BSP ->
          new SynchronousTrainer(
              context,
              parameters.plan(),
              parameters.objectives(),
              parameters.dim(),
              settings.staleness());
      case SSP -> throw new IllegalArgumentException("rows have no versions: " + settings);
      case ASYNC ->
          new PushingTrainer(context, parameters.plan(), parameters.objectives(), parameters.dim());
    };
  }
}
