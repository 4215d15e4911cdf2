// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.SliceBatch;

/** Keeps what one worker has transformed. Used by one thread. */
public interface RowWriter {
  /**
   * Begins with masters of a partition, which come in batches and in order.
   *
   * @param count no more than {@link HiddenRows#grain}
   */
  default void begin(int partition, int first, int count) {}

  /** Keeps a batch of consecutive masters. */
  void write(int partition, int first, SliceBatch batch);

  /** Ends the masters that were begun. */
  default void end() {}
}
