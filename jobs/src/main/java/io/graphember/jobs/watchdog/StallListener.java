// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

/** Hears of calls that do not come back. Must not wait; any thread. */
public interface StallListener {
  /** A call takes longer than any may. */
  void stalled(Stall stall);

  /** A call has come back after all, and no other is stalled on this node. */
  void recovered();
}
