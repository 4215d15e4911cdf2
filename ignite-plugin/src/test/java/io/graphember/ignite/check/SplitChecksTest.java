// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import io.graphember.jobs.majority.NodeSet;
import java.util.List;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.plugin.segmentation.SegmentationPolicy;
import org.apache.ignite.plugin.segmentation.SegmentationResolver;
import org.junit.jupiter.api.Test;

class SplitChecksTest {
  private static Finding of(boolean required, List<String> known, String... here) {
    return SplitChecks.storageNodes(
        NodeSet.of(known, List.of(here)), required, "graphember forget NODE");
  }

  @Test
  void oneNodeCannotBeCut() {
    assertThat(of(true, List.of("a"), "a").verdict()).isEqualTo(Verdict.GOOD);
    assertThat(of(false, List.of("a"), "a").verdict()).isEqualTo(Verdict.GOOD);
    assertThat(of(true, List.of()).verdict()).isEqualTo(Verdict.GOOD);
  }

  @Test
  void twoNodesCannotBeToldApart() {
    Finding finding = of(true, List.of("a", "b"), "a", "b");
    assertThat(finding.verdict()).isEqualTo(Verdict.RISK);
    assertThat(finding.found())
        .isEqualTo(
            "2 of 2 storage nodes are here; of two nodes the halves cannot be told apart, both"
                + " would go on");
    assertThat(finding.advice()).isEqualTo("start a third storage node");
  }

  @Test
  void missingNodesAreNamed() {
    final List<String> known = List.of("a", "b", "c");
    assertThat(of(true, known, "a", "b", "c").verdict()).isEqualTo(Verdict.GOOD);
    Finding risk = of(true, known, "a", "c");
    assertThat(risk.verdict()).isEqualTo(Verdict.RISK);
    assertThat(risk.advice())
        .isEqualTo("bring b back, or run graphember forget NODE for each that is lost for good");
    Finding bad = of(true, known, "a");
    assertThat(bad.verdict()).isEqualTo(Verdict.BAD);
    assertThat(bad.found())
        .isEqualTo(
            "1 of 3 storage nodes is here, missing: b, c; loads, drops and jobs are refused here");
    Finding off = of(false, known, "a");
    assertThat(off.verdict()).isEqualTo(Verdict.RISK);
    assertThat(off.advice()).contains("requireMajority");
  }

  @Test
  void theBaselineShouldStayAsItIs() {
    assertThat(SplitChecks.baseline(false).verdict()).isEqualTo(Verdict.GOOD);
    assertThat(SplitChecks.baseline(true).verdict()).isEqualTo(Verdict.RISK);
  }

  @Test
  void whatIgniteDoesWithANodeThatIsCutOff() {
    IgniteConfiguration node = new IgniteConfiguration();
    assertThat(SplitChecks.segmentation(node).verdict()).isEqualTo(Verdict.GOOD);
    assertThat(SplitChecks.segmentation(node).found()).isEqualTo("USE_FAILURE_HANDLER");
    node.setSegmentationPolicy(SegmentationPolicy.NOOP);
    assertThat(SplitChecks.segmentation(node).verdict()).isEqualTo(Verdict.RISK);
    node.setSegmentationPolicy(SegmentationPolicy.STOP);
    node.setSegmentationResolvers(
        new SegmentationResolver() {
          @Override
          public boolean isValidSegment() {
            return false;
          }
        });
    assertThat(SplitChecks.segmentation(node).found())
        .isEqualTo("STOP, with segmentationResolvers that Ignite never asks");
    assertThat(SplitChecks.segmentation(node).verdict()).isEqualTo(Verdict.RISK);
  }
}
