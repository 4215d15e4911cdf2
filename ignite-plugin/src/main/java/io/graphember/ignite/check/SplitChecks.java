// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import io.graphember.ignite.majority.BaselineNodes;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.majority.NodeSet;
import io.graphember.jobs.majority.StorageNodes;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.apache.ignite.IgniteException;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.plugin.segmentation.SegmentationPolicy;

/**
 * Looks at what a cut through the network means for the cluster: whether one half of it at most
 * would go on, and what Ignite does with a node that it finds cut off. Safe for any thread.
 */
public final class SplitChecks {
  private static final String NODES = "storage nodes";
  private static final String NEEDED =
      "more than half of %d or more: then of two halves that are cut off from each other one at most takes loads, drops and jobs"
          .formatted(NodeSet.LEAST);

  private final IgniteConfiguration node;
  private final StorageNodes nodes;
  private final Majority majority;

  /** Checks of a node. */
  @Inject
  public SplitChecks(IgniteConfiguration node, StorageNodes nodes, Majority majority) {
    this.node = node;
    this.nodes = nodes;
    this.majority = majority;
  }

  /** All findings, the good ones too. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    findings.add(storageNodes());
    if (nodes instanceof BaselineNodes baseline) {
      findings.add(baseline(baseline.shrinks()));
    }
    findings.add(segmentation(node));
    return findings;
  }

  private Finding storageNodes() {
    try {
      return storageNodes(majority.nodes(), majority.isRequired(), nodes.remedy());
    } catch (IgniteException | IllegalStateException e) { // the cluster is not active yet
      return new Finding(NODES, "not known yet", NEEDED, Verdict.GOOD, "");
    }
  }

  /**
   * The set of storage nodes.
   *
   * @param required whether the rule is on
   * @param remedy what removes a lost node from the set
   */
  static Finding storageNodes(NodeSet set, boolean required, String remedy) {
    final String figures = set.figures();
    final String missing =
        set.missing().isEmpty()
            ? ""
            : "bring %s back, or run %s for each that is lost for good"
                .formatted(String.join(", ", set.missing()), remedy);
    if (set.known().size() < 2) {
      return new Finding(NODES, figures, NEEDED, Verdict.GOOD, "");
    }
    if (!required) {
      return new Finding(
          NODES,
          figures + "; nobody asks for a majority",
          NEEDED,
          Verdict.RISK,
          "set requireMajority in GraphemberConfiguration to true on all nodes");
    }
    if (set.known().size() < NodeSet.LEAST) {
      return new Finding(
          NODES,
          figures + "; of two nodes the halves cannot be told apart, both would go on",
          NEEDED,
          Verdict.RISK,
          missing.isEmpty() ? "start a third storage node" : missing);
    }
    if (!set.hasMajority()) {
      return new Finding(
          NODES,
          figures + "; loads, drops and jobs are refused here",
          NEEDED,
          Verdict.BAD,
          missing);
    }
    return new Finding(
        NODES, figures, NEEDED, set.missing().isEmpty() ? Verdict.GOOD : Verdict.RISK, missing);
  }

  /** Whether Ignite takes nodes that are away out of its baseline. */
  static Finding baseline(boolean shrinks) {
    return new Finding(
        "baseline auto-adjustment",
        shrinks ? "on" : "off",
        "off: otherwise each half of a cut cluster takes the other out of its baseline, and goes on",
        shrinks ? Verdict.RISK : Verdict.GOOD,
        shrinks ? "run bin/control.sh --baseline auto_adjust disable" : "");
  }

  /** What Ignite does with a node that it finds cut off. */
  static Finding segmentation(IgniteConfiguration node) {
    final SegmentationPolicy policy = node.getSegmentationPolicy();
    final boolean resolvers =
        node.getSegmentationResolvers() != null && node.getSegmentationResolvers().length > 0;
    final boolean goesOn = policy == SegmentationPolicy.NOOP;
    return new Finding(
        "segmentation policy",
        policy + (resolvers ? ", with segmentationResolvers that Ignite never asks" : ""),
        "one that ends a node that Ignite finds cut off",
        goesOn || resolvers ? Verdict.RISK : Verdict.GOOD,
        goesOn
            ? "set segmentationPolicy in IgniteConfiguration to STOP"
            : resolvers
                ? "remove segmentationResolvers: Ignite without a plugin that asks them finds every segment valid"
                : "");
  }
}
