// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.command.ListCommand;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JsonList;
import io.graphember.cli.report.NodeReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.node.NodeInfo;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code nodes}. */
@Command(
    name = "nodes",
    description = {
      "Lists the server nodes of a cluster, the oldest first, with what runs on them.",
      "",
      "Memory is what jobs and loads have reserved of the node's memory budget. A node that does not answer within three seconds is listed without figures. Needs permission to administer."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember nodes",
      "  graphember nodes --connect 10.0.0.5:10800 --json nodes.json"
    })
public final class NodesCommand extends ListCommand {
  /** The command; it prints to a console. */
  public NodesCommand(Console console, Logs logs) {
    super(console, logs);
  }

  @Override
  protected JsonList list(GraphemberClient client, PrintStream out) {
    final List<NodeInfo> nodes = client.nodes();
    NodeReport.of(nodes).print(out);
    return JsonList.ofNodes(nodes);
  }
}
