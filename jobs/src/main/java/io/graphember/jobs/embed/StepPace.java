// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed;

/**
 * How many steps fit into a time, by how long the last ones took. Trainers are told of steps, not
 * of a time, so that all of them end behind the same one. Used by one thread.
 */
final class StepPace {
  /** Enough to go by, few enough to be over soon. */
  private static final long FIRST = 16;

  private double nanosPerStep; // 0 before the first steps

  /** Takes note of steps that were made. */
  void made(long steps, long nanos) {
    nanosPerStep = Math.max(1, (double) nanos / steps);
  }

  /** Steps that take about so long, 1 or more. */
  long steps(long nanos) {
    return nanosPerStep == 0 ? FIRST : Math.max(1, (long) (nanos / nanosPerStep));
  }
}
