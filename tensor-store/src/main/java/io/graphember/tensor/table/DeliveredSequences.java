// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;

/**
 * Which of a trainer's changes have arrived: sequence numbers in a window behind the highest one,
 * so that a change sent twice is made once. Safe for use by several threads.
 */
final class DeliveredSequences {
  /** How far a change may fall behind the trainer's newest one. */
  static final int WINDOW = 1024;

  private final int trainer;
  private final long[] seen = new long[WINDOW]; // by number modulo the window: 1 + number
  private long highest;

  DeliveredSequences(int trainer) {
    this.trainer = trainer;
  }

  /**
   * Takes note of a change.
   *
   * @param sequence its number, 0 or more
   * @return false if it has come before
   * @throws GraphemberException with code {@link TensorError#SEQUENCE_TOO_OLD}, or {@link
   *     TensorError#TABLE_REQUEST_UNFIT} for a negative number
   */
  synchronized boolean first(long sequence) {
    if (sequence < 0) {
      throw TableRequests.unfit("change %d of trainer %d".formatted(sequence, trainer));
    }
    if (sequence <= highest - WINDOW) {
      throw new GraphemberException(
          TensorError.SEQUENCE_TOO_OLD,
          "Change %d of trainer %d comes %d changes late, fewer than %d are remembered."
              .formatted(sequence, trainer, highest - sequence, WINDOW));
    }
    final int slot = (int) (sequence % WINDOW);
    if (seen[slot] == sequence + 1) {
      return false;
    }
    seen[slot] = sequence + 1;
    highest = Math.max(highest, sequence);
    return true;
  }
}
