// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.limit;

import io.graphember.ignite.GraphemberConfiguration;

/**
 * What one user may have. 0 is no bound. Immutable.
 *
 * @param jobs jobs at once in the whole cluster
 * @param memoryBytes bytes on each node, heap and native memory together
 * @param jobMillis longest time of a job
 */
public record UserLimits(long jobs, long memoryBytes, long jobMillis) {
  /** A user who has no bound. */
  public static final UserLimits NONE = new UserLimits(0, 0, 0);

  /** The limits of every user of whom nothing else is said. */
  public static UserLimits of(GraphemberConfiguration configuration) {
    return new UserLimits(
        configuration.getMaxJobsPerUser(),
        configuration.getMaxMemoryPerUserBytes(),
        configuration.getMaxJobMillisPerUser());
  }
}
