// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import io.graphember.training.job.task.Objective;
import java.nio.ByteBuffer;

/**
 * Adds up over batches how well a model's outputs fit what is known. Its sums may be added up over
 * trainers. Used by one thread.
 */
public interface OutputCounts {
  /**
   * Counts of nothing yet.
   *
   * @param outputs of a row
   */
  static OutputCounts of(Objective objective, int outputs) {
    return switch (objective) {
      case CLASSIFICATION -> new ClassificationCounts(outputs);
      case MULTI_LABEL -> new MultiLabelCounts(outputs);
      case REGRESSION -> new ErrorCounts(outputs);
    };
  }

  /**
   * Adds a batch.
   *
   * @param outputs float32[rows, outputs], native order
   * @param expected what is known of the rows, native order
   * @param rows how many
   */
  void add(ByteBuffer outputs, ByteBuffer expected, int rows);

  /** All sums, as many as those of every other trainer. */
  double[] toArray();

  /**
   * The score of sums.
   *
   * @param sums of {@link #toArray()}, added up
   */
  Score total(double[] sums);
}
