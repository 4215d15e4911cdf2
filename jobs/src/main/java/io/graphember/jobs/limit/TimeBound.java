// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** By when a job must have ended: the nearer of its node's bound and its user's. Immutable. */
public final class TimeBound {
  private final long began;
  private final long millis;
  private final String whose;

  private TimeBound(long ranMillis, long millis, String whose) {
    this.began = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(ranMillis);
    this.millis = millis;
    this.whose = whose;
  }

  /**
   * The bound of a job that begins now, or goes on.
   *
   * @param ranMillis how long it has run elsewhere
   */
  public static TimeBound of(
      NodeLimits node, UserLimits limits, Optional<String> user, long ranMillis) {
    if (limits.jobMillis() > 0
        && (node.jobMillis() == 0 || limits.jobMillis() < node.jobMillis())) {
      return new TimeBound(
          ranMillis,
          limits.jobMillis(),
          "maxJobMillisPerUser of user %s".formatted(UserBounds.name(user)));
    }
    return new TimeBound(ranMillis, node.jobMillis(), "maxJobMillis of its coordinator");
  }

  /** True once the job should have ended. */
  public boolean passed() {
    return millis > 0 && System.nanoTime() - began > TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** How a job ends that has not. */
  public GraphemberException exceeded(long job) {
    return new GraphemberException(
        NodeError.JOB_TIME_EXCEEDED,
        "Job %d was stopped after %d ms, %s: give it less to do, or ask the administrator to raise that."
            .formatted(job, millis, whose));
  }
}
