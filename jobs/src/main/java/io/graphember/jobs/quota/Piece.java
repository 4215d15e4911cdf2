// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import java.util.Optional;

/** What a thread has done since it last paid, and for which job. Used by that thread alone. */
final class Piece {
  private Optional<JobQuota> of = Optional.empty();
  private long since;
  private long cpu; // of the thread by then
  private long beside; // nanoseconds of threads of engines, less what was paid in advance
  private long lastCall; // nanoseconds that a call of an engine took

  /** The job that the thread works for; empty for none. */
  Optional<JobQuota> of() {
    return of;
  }

  boolean isOf(JobQuota quota) {
    return of.isPresent() && of.get() == quota;
  }

  void begin(Optional<JobQuota> quota, long now, long cpuNow) {
    of = quota;
    since = now;
    cpu = cpuNow;
    beside = 0;
    lastCall = 0;
  }

  /** When it began. */
  long since() {
    return since;
  }

  /** The thread has paused. */
  void goOn(long now) {
    since = now;
  }

  /** What a call of an engine is going to take, by the last one; it is paid in advance. */
  long nextCall() {
    return lastCall;
  }

  /**
   * Counts a call of an engine.
   *
   * @param took nanoseconds of all threads
   * @param own of these, what this thread has worked
   */
  void called(long took, long own) {
    beside += Math.max(0, took - own) - lastCall;
    lastCall = Math.max(took, own);
  }

  /** True if it may be long enough to be paid. */
  boolean mayOwe(long now) {
    return beside != 0 || now - since >= JobQuota.PIECE_NANOS;
  }

  /** Ends it, and begins the next; returns nanoseconds of work. */
  long end(long now, long cpuNow) {
    final long worked = cpuNow - cpu + beside;
    since = now;
    cpu = cpuNow;
    beside = Math.min(0, worked);
    return Math.max(0, worked);
  }
}
