// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed;

/**
 * How many steps fit into a time, by how long the last ones took. Trainers are told of steps, not
 * of a time, so that all of them end behind the same one. Used by one thread.
 */
final class StepPace {
  private static final long FIRST = 16;

  /** The first steps are slower than the others, or were too few to go by. */
  private static final long GROWTH = 8;

  private double nanosPerStep; // 0 before the first steps
  private long most = FIRST;

  /** Takes note of steps that were made. */
  void made(long steps, long nanos) {
    nanosPerStep = Math.max(1, (double) nanos / steps);
    most = steps > Long.MAX_VALUE / GROWTH ? Long.MAX_VALUE : steps * GROWTH;
  }

  /** Steps that take about so long, 1 or more. */
  long steps(long nanos) {
    final long fit =
        nanosPerStep == 0 ? FIRST : (long) Math.min(Long.MAX_VALUE, nanos / nanosPerStep);
    return Math.max(1, Math.min(most, fit));
  }
}
