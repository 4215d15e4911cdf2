// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

/**
 * The clocks of one quota. What is served to other nodes comes first: it is short, and trainers
 * there wait for it. It is held by what was served before and not by what trainers here have taken;
 * these wait for both.
 *
 * @param all of all that is taken
 * @param served of what is served alone, at the same rate
 */
record Share(RateClock all, RateClock served) {
  Share(double unitsPerSecond) {
    this(
        new RateClock(unitsPerSecond, System::nanoTime),
        new RateClock(unitsPerSecond, System::nanoTime));
  }

  /** Takes what is served to another node. */
  void serve(long units, long since) {
    all.take(units, since);
    served.take(units, since);
  }
}
