// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster of processes while faults happen to it. Logs of one that fails are in target/chaos. */
class CampaignTest {
  private static final Path LOGS = Path.of("target", "chaos");

  @BeforeAll
  static void requireSignals() {
    assumeTrue(
        Files.isExecutable(Path.of("/bin/kill")) && Files.isExecutable(Path.of("/usr/bin/prlimit")),
        "needs kill and prlimit");
  }

  private static void assertClean(long seed, ClusterPlan plan, Duration time) throws IOException {
    final StringWriter said = new StringWriter();
    final Campaign campaign =
        new Campaign(
            plan,
            LOGS.resolve(seed + (plan.persistent() ? "-persistent" : "-memory")),
            new PrintWriter(said));
    final Optional<Schedule> failed = campaign.run(new Draw(seed, plan.persistent()), time);
    assertThat(failed).as("%s", said).isEmpty();
    assertThat(campaign.tally().rounds()).isPositive();
  }

  /** A minute with the start of the cluster; the last round ends later. */
  @Test
  void aMinute() throws IOException {
    assertClean(1, new ClusterPlan(3, false), Duration.ofSeconds(15));
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"2, 3, false", "3, 4, true", "4, 5, false", "5, 3, true"})
  void tenMinutesInAll(long seed, int nodes, boolean persistent) throws IOException {
    assertClean(seed, new ClusterPlan(nodes, persistent), Duration.ofSeconds(150));
  }
}
