// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JsonList;
import io.graphember.cli.report.NodeReport;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.node.NodeInfo;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
public final class NodesCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the list there too.")
  private @Nullable Path json;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public NodesCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      final List<NodeInfo> nodes = client.nodes();
      NodeReport.of(nodes).print(console.out());
      out.write(JsonList.ofNodes(nodes));
    }
    return 0;
  }
}
