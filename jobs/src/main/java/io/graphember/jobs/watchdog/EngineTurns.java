// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import java.util.function.Supplier;

/** When calls of an engine are made. */
public interface EngineTurns {
  /** At once. */
  EngineTurns AT_ONCE =
      new EngineTurns() {
        @Override
        public <R> R take(Supplier<R> call) {
          return call.get();
        }
      };

  /** Makes a call, perhaps after a wait, which is not the engine's. */
  <R> R take(Supplier<R> call);
}
