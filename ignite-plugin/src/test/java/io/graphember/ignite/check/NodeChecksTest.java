// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.wiring.ConfiguredLimits;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.majority.FixedNodes;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.majority.StorageNodes;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Workers;
import java.util.List;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.junit.jupiter.api.Test;

class NodeChecksTest {
  @Test
  void aBudgetLargerThanTheHeapNamesTheOption() {
    Finding finding = NodeChecks.heap(1L << 30, 2L << 30);
    assertThat(finding.verdict()).isEqualTo(Verdict.BAD);
    assertThat(finding.found()).isEqualTo("1024 MiB");
    assertThat(finding.needed())
        .isEqualTo("2304 MiB: the memory budget of 2048 MiB and 256 MiB for Ignite");
    assertThat(finding.advice()).isEqualTo("-Xmx2304m");
    assertThat(NodeChecks.heap(4L << 30, 2L << 30).verdict()).isEqualTo(Verdict.GOOD);
  }

  @Test
  void waitPolicy() {
    assertThat(NodeChecks.waitPolicy(null).verdict()).isEqualTo(Verdict.SLOW);
    assertThat(NodeChecks.waitPolicy("active").found()).isEqualTo("active");
    assertThat(NodeChecks.waitPolicy("passive").verdict()).isEqualTo(Verdict.GOOD);
  }

  @Test
  void platform() {
    assertThat(NodeChecks.platform("Linux", "amd64").verdict()).isEqualTo(Verdict.GOOD);
    assertThat(NodeChecks.platform("Mac OS X", "aarch64").verdict()).isEqualTo(Verdict.BAD);
  }

  @Test
  void oneLineOfOptionsMendsWhatOptionsCanMend() {
    List<Finding> findings =
        List.of(NodeChecks.heap(1L << 30, 2L << 30), NodeChecks.waitPolicy(null));
    assertThat(Finding.jvmOptions(findings)).isEqualTo("-Xmx2304m");
    assertThat(Finding.jvmOptions(List.of())).isEmpty();
  }

  private static SplitChecks alone() {
    StorageNodes nodes = new FixedNodes(List.of("a"), List.of("a"));
    return new SplitChecks(new IgniteConfiguration(), nodes, new Majority(nodes, () -> 1, true));
  }

  @Test
  void aStorageNodeNeedsNoBackend() {
    GraphemberConfiguration storage = new GraphemberConfiguration().setTrainer(false);
    MemoryBudget budget = new MemoryBudget(1 << 20);
    assertThat(
            new NodeChecks(
                    new IgniteConfiguration(),
                    storage,
                    budget,
                    new Backends(ConfiguredLimits.engines(storage), count -> Workers.CALLER),
                    alone())
                .findings())
        .extracting(Finding::name)
        .containsExactly(
            "heap",
            "opened packages",
            "vector module",
            "client connector",
            "white list of classes",
            "storage nodes",
            "segmentation policy");
    GraphemberConfiguration both = new GraphemberConfiguration();
    assertThat(
            new NodeChecks(
                    new IgniteConfiguration(),
                    both,
                    budget,
                    new Backends(ConfiguredLimits.engines(both), count -> Workers.CALLER),
                    alone())
                .findings())
        .filteredOn(finding -> finding.name().equals("backend"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdict.BAD);
              assertThat(finding.advice())
                  .isEqualTo("move a folder such as libs/optional/graphember-backend-djl to libs");
            });
  }
}
