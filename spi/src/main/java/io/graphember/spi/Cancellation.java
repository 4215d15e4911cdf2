// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;

/**
 * Asks running work to stop; passed in, and looked at by the work at least every 100 ms of its own
 * time.
 *
 * <p>Safe to use from any thread.
 */
@FunctionalInterface
public interface Cancellation {
  /** For work that nobody can cancel. */
  Cancellation NEVER = () -> false;

  /** True once the work should stop; never false again after that. */
  boolean requested();

  /**
   * Leaves the work if it should stop.
   *
   * @throws GraphemberException with code {@link SpiError#CANCELLED}
   */
  default void check() {
    if (requested()) {
      throw new GraphemberException(SpiError.CANCELLED, "Cancelled at the user's request.");
    }
  }
}
