// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;

/**
 * Adds up over batches how well a model's outputs fit what is known. Its sums may be added up over
 * trainers. Used by one thread.
 */
public interface OutputCounts {
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
