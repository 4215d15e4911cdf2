// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

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
}
