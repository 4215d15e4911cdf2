// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.client.api.node.NodeInfo;
import java.util.List;

/** The server nodes of a cluster for people. */
public final class NodeReport extends Report {
  private NodeReport() {}

  /** One line for each node, the oldest first, and why some take no new work. */
  public static NodeReport of(List<NodeInfo> nodes) {
    NodeReport report = new NodeReport();
    TextTable table =
        new TextTable()
            .row(
                "node",
                "role",
                "processors",
                "client port",
                "version",
                "jobs",
                "trainers",
                "partitions",
                "loads",
                "memory",
                "of",
                "state");
    for (NodeInfo node : nodes) {
      final NodeInfo.Load load = node.load();
      table.row(
          node.node(),
          role(node),
          Figures.count(node.processors()),
          node.clientPort() == 0 ? "none" : Integer.toString(node.clientPort()),
          load == null ? "-" : load.version(),
          load == null ? "-" : Figures.count(load.jobs()),
          load == null ? "-" : Figures.count(load.trainers()),
          load == null ? "-" : Figures.count(load.partitions()),
          load == null ? "-" : Figures.count(load.loads()),
          load == null ? "-" : Figures.bytes(load.usedBytes()),
          load == null ? "-" : Figures.bytes(load.budgetBytes()),
          state(node));
    }
    table.lines().forEach(report::add);
    final List<NodeInfo> closed =
        nodes.stream().filter(node -> !node.unavailable().isEmpty()).toList();
    if (!closed.isEmpty()) {
      report.add("");
      closed.forEach(node -> report.add("Takes no new work: %s.".formatted(node.unavailable())));
    }
    return report;
  }

  private static String role(NodeInfo node) {
    if (node.storage() && node.trainer()) {
      return "storage, trainer";
    }
    return node.storage() ? "storage" : node.trainer() ? "trainer" : "none";
  }

  private static String state(NodeInfo node) {
    if (node.load() == null) {
      return "does not answer";
    }
    return node.unavailable().isEmpty() ? "open" : "closed";
  }
}
