// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import java.util.List;

/**
 * What one trainer trains: its batches, the rows that they touch, and their gradients. Batches are
 * made by one thread at a time; everything else is asked for by the trainer's thread.
 *
 * @param <B> a batch
 */
public interface BatchObjective<B> {
  /**
   * The batch of a step: a function of the seed of the job, the step, the trainer and the graph.
   *
   * @param step from 0 on
   */
  B batch(long step);

  /** The rows that a batch touches, a table after the other. */
  List<TouchedRows> touched(B batch);

  /**
   * Computes the gradients of a batch.
   *
   * @param rows where the rows are
   * @param values for each table {@code float[count * dim]}
   * @param counts takes what was trained
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.tensor.TensorError#GRADIENT_NOT_FINITE}
   */
  BatchGradients gradients(B batch, BatchEmbeddings rows, List<float[]> values, PassCounts counts);
}
