// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.jobs.limit.UserLimits;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.PositiveOrZero;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a role says of the limits of its users; null where it says nothing, 0 for no bound.
 * Immutable.
 *
 * @param maxJobsPerUser jobs at once in the whole cluster
 * @param maxQueuedJobsPerUser jobs that wait in the whole cluster
 * @param maxMemoryPerUserBytes bytes on each node
 * @param maxJobMillisPerUser longest time of a job
 */
record RoleLimits(
    @Setting(value = "Most jobs of a user at once in the cluster; 0 for no bound.", optional = true)
        @PositiveOrZero
        @Nullable Long maxJobsPerUser,
    @Setting(
            value = "Most jobs of a user that wait in the cluster; 0 for no bound.",
            optional = true)
        @PositiveOrZero
        @Nullable Long maxQueuedJobsPerUser,
    @Setting(
            value = "Most bytes that a user's work takes on each node; 0 for no bound.",
            optional = true)
        @PositiveOrZero
        @Nullable Long maxMemoryPerUserBytes,
    @Setting(
            value = "Longest time of a user's job in milliseconds; 0 for no bound.",
            optional = true)
        @PositiveOrZero
        @Nullable Long maxJobMillisPerUser) {
  /** What the roles of a user say together: the most generous of them counts. */
  static RoleLimits of(Optional<String> user, SecuritySettings settings) {
    Collection<RoleLimits> all =
        settings.rolesOf(user).stream().map(SecuritySettings.Role::limits).toList();
    return new RoleLimits(
        most(all, RoleLimits::maxJobsPerUser),
        most(all, RoleLimits::maxQueuedJobsPerUser),
        most(all, RoleLimits::maxMemoryPerUserBytes),
        most(all, RoleLimits::maxJobMillisPerUser));
  }

  /** The largest bound of those that are said; none at all is larger than any. */
  private static @Nullable Long most(Collection<RoleLimits> all, Function<RoleLimits, Long> bound) {
    return all.stream()
        .map(bound)
        .filter(Objects::nonNull)
        .max((a, b) -> Long.compareUnsigned(a - 1, b - 1))
        .orElse(null);
  }

  /** These limits, and where they say nothing others. */
  UserLimits over(UserLimits others) {
    return new UserLimits(
        Optional.ofNullable(maxJobsPerUser).orElse(others.jobs()),
        Optional.ofNullable(maxQueuedJobsPerUser).orElse(others.queuedJobs()),
        Optional.ofNullable(maxMemoryPerUserBytes).orElse(others.memoryBytes()),
        Optional.ofNullable(maxJobMillisPerUser).orElse(others.jobMillis()));
  }
}
