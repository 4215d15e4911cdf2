// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.limit.UserLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.logger.NullLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoleLimitsTest {
  private static final UserLimits DEFAULTS = new UserLimits(3, 4, 1000, 60_000);

  @TempDir Path folder;

  private UserBounds bounds(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("security.yaml"), text);
    return NodeSecurity.of(
            new GraphemberConfiguration().setSecurityFile(file.toString()),
            new IgniteConfiguration(),
            new NullLogger())
        .bounds(DEFAULTS);
  }

  @Test
  void theMostGenerousRoleCountsAndThenTheDefault() throws IOException {
    UserBounds bounds =
        bounds(
            """
            users:
              ann: {roles: [small, large]}
              bob: {roles: [small]}
              eve: {roles: [small, free]}
              pat: {roles: [plain]}
            anonymous: [small]
            roles:
              small: {may: [submit], limits: {maxJobsPerUser: 1, maxMemoryPerUserBytes: 10}}
              large: {may: [submit], limits: {maxJobsPerUser: 8}}
              free: {may: [submit], limits: {maxJobsPerUser: 0, maxJobMillisPerUser: 5}}
              plain: {may: [submit]}
            """);
    assertThat(bounds.of(Optional.of("ann"))).isEqualTo(new UserLimits(8, 4, 10, 60_000));
    assertThat(bounds.of(Optional.of("bob"))).isEqualTo(new UserLimits(1, 4, 10, 60_000));
    assertThat(bounds.of(Optional.of("eve"))).isEqualTo(new UserLimits(0, 4, 10, 5));
    assertThat(bounds.of(Optional.of("pat"))).isEqualTo(DEFAULTS);
    assertThat(bounds.of(Optional.of("stranger"))).isEqualTo(DEFAULTS);
    assertThat(bounds.of(Optional.empty())).isEqualTo(new UserLimits(1, 4, 10, 60_000));
  }

  @Test
  void aBoundBelowZeroIsRefused() {
    assertThatThrownBy(() -> bounds("roles: {r: {may: [submit], limits: {maxJobsPerUser: -1}}}"))
        .hasMessageContaining("roles.r.limits.maxJobsPerUser = -1");
  }
}
