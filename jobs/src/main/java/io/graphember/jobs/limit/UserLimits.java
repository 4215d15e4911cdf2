// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.limit;

/**
 * What one user may have. 0 is no bound. Immutable.
 *
 * @param jobs jobs at once in the whole cluster
 * @param queuedJobs jobs that wait in the whole cluster
 * @param memoryBytes bytes on each node, heap and native memory together
 * @param jobMillis longest time of a job
 */
public record UserLimits(long jobs, long queuedJobs, long memoryBytes, long jobMillis) {
  /** A user who has no bound. */
  public static final UserLimits NONE = new UserLimits(0, 0, 0, 0);
}
