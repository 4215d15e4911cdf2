// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.graph;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NamedGraph;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.GraphReport;
import io.graphember.cli.report.JsonGraph;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code graph}. */
@Command(
    name = "graph",
    description =
        "Shows a graph of a cluster, its newest version unless another is named: its size, how it is"
            + " cut, what its vertices carry.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember graph cora --json cora.json",
      "  graphember graph cora --graph-version 3",
      "  graphember graph cora --connect 10.0.0.5:10800"
    })
public final class GraphCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Parameters(paramLabel = "NAME", description = "Name of the graph, as 'graphs' lists it.")
  private String name;

  @Option(
      names = "--json",
      paramLabel = "OUT.json",
      description = "Write it there too, as reports of jobs have it.")
  private @Nullable Path json;

  @Mixin private VersionOption version;
  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public GraphCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      GraphInfo graph = NamedGraph.find(client, name, version.version());
      GraphReport.of(graph).print(console.out());
      out.write(JsonGraph.of(graph));
    }
    return 0;
  }
}
