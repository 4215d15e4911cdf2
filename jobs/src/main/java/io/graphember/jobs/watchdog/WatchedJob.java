// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import java.util.UUID;

/**
 * The job of a call.
 *
 * @param number of the job
 * @param coordinator node that is told when the call does not come back
 * @param turns when its calls are made
 */
public record WatchedJob(long number, UUID coordinator, EngineTurns turns) {
  /** A job whose calls are made at once. */
  public WatchedJob(long number, UUID coordinator) {
    this(number, coordinator, EngineTurns.AT_ONCE);
  }
}
