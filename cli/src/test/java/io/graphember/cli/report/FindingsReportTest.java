// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.node.ClusterInfo;
import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsReportTest {
  private static final ClusterInfo CLUSTER =
      new ClusterInfo("0.1.0", 1, "2.17.0#20250206-sha1:da7e", "17.0.10", 3, List.of("djl"));

  @Test
  void saysWhatToDo() {
    List<Finding> findings =
        List.of(
            new Finding("heap", "1024 MiB", "2304 MiB", Verdict.BAD, "-Xmx2304m"),
            new Finding("platform", "Linux amd64", "Linux amd64", Verdict.GOOD, ""),
            new Finding("OMP_WAIT_POLICY", "not set", "PASSIVE", Verdict.SLOW, "set it"));
    assertThat(FindingsReport.of("The node at a:1", CLUSTER, findings).lines())
        .containsExactly(
            "The node at a:1: Graphember 0.1.0, Ignite 2.17.0, Java 17.0.10; 3 server nodes in the"
                + " cluster",
            "",
            "      what             found        needed",
            "bad   heap             1024 MiB     2304 MiB",
            "good  platform         Linux amd64  Linux amd64",
            "slow  OMP_WAIT_POLICY  not set      PASSIVE",
            "",
            "What to do:",
            "  OMP_WAIT_POLICY: set it",
            "  start the node with JVM_OPTS=\"-Xmx2304m\"");
  }

  @Test
  void saysThatNothingIsWrong() {
    assertThat(
            FindingsReport.of(
                    "Here", List.of(new Finding("heap", "2 MiB", "1 MiB", Verdict.GOOD, "")))
                .lines())
        .endsWith("", "Nothing is wrong.");
  }
}
