// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.JobOutcome;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeAnswers;
import io.graphember.client.api.NodeCounts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every node did for all seeds of a run. */
final class NodeTotals {
  private NodeTotals() {}

  /** Work is added up; what a node holds is what it held for the last seed. */
  static List<NodeCounts> of(JobOutcome outcome) {
    Map<String, NodeCounts> byNode = new LinkedHashMap<>();
    for (JobResult result : outcome.results()) {
      result.nodes().forEach(counts -> byNode.merge(counts.node(), counts, NodeTotals::add));
    }
    return List.copyOf(byNode.values());
  }

  private static NodeCounts add(NodeCounts a, NodeCounts b) {
    return new NodeCounts(
        a.node(),
        b.clientPort(),
        b.partitions(),
        b.trainers(),
        b.rowsHeld(),
        a.gathersServed() + b.gathersServed(),
        a.sampledEdges() + b.sampledEdges(),
        a.rowsServed() + b.rowsServed(),
        a.requestsServed() + b.requestsServed(),
        a.bytesServed() + b.bytesServed(),
        a.busySeconds() + b.busySeconds(),
        a.samplingSeconds() + b.samplingSeconds(),
        a.bytesMoved() + b.bytesMoved(),
        a.bytesSpared() + b.bytesSpared(),
        a.stepsReplayed() + b.stepsReplayed(),
        NodeAnswers.together(a.answers(), b.answers()),
        a.mappedRowsRead() + b.mappedRowsRead(),
        a.pageFaults() == null || b.pageFaults() == null ? null : a.pageFaults() + b.pageFaults(),
        a.pausedSeconds() + b.pausedSeconds());
  }
}
