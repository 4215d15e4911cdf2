// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import java.util.Optional;

/** What a thread has done since it last paid, and for which job. Used by that thread alone. */
final class Piece {
  private Optional<JobQuota> of = Optional.empty();
  private long since;
  private long cpu; // of the thread by then
  private long beside; // nanoseconds of threads of engines

  /** The job that the thread works for; empty for none. */
  Optional<JobQuota> of() {
    return of;
  }

  boolean isOf(JobQuota quota) {
    return of.isPresent() && of.get() == quota;
  }

  void begin(Optional<JobQuota> quota, long now, long cpuNow) {
    of = quota;
    end(now, cpuNow);
  }

  /** When it began. */
  long since() {
    return since;
  }

  /** The thread has paused. */
  void goOn(long now) {
    since = now;
  }

  /** Counts what threads of engines have done. */
  void add(long nanos) {
    beside += nanos;
  }

  /** True if it may be long enough to be paid. */
  boolean mayOwe(long now) {
    return beside > 0 || now - since >= JobQuota.PIECE_NANOS;
  }

  /** Ends it, and begins the next; returns nanoseconds of work. */
  long end(long now, long cpuNow) {
    final long worked = cpuNow - cpu + beside;
    since = now;
    cpu = cpuNow;
    beside = 0;
    return worked;
  }
}
