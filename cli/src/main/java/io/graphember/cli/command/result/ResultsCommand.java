// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.result;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NamedGraph;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.ResultReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ResultInfo;
import io.graphember.spi.Cancellation;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code results}. */
@Command(
    name = "results",
    description = {
      "Lists what jobs have left in a cluster: published results, learnable embeddings and models, also of graphs that were dropped.",
      "",
      "The last checkpoint of a job that failed, was cancelled, or was lost with all nodes is listed, too, by the number of the job: 'resume' goes on from it.",
      "",
      "Sizes are of all nodes, backups among them, measured by a sample of entries; a model counts once."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember results",
      "  graphember results cora",
      "  graphember results cora --connect 10.0.0.5:10800"
    })
public final class ResultsCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Parameters(
      arity = "0..1",
      paramLabel = "GRAPH",
      description = "Name of the graph; without it those of all graphs.")
  private @Nullable String graph;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public ResultsCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      if (graph == null) {
        ResultReport.of(client.results()).print(console.out());
        ResultReport.ofCheckpoints(client.checkpoints()).print(console.out());
      } else {
        List<ResultInfo> results = client.results(graph);
        if (results.isEmpty()) {
          NamedGraph.find(client, graph);
        }
        ResultReport.of(results).print(console.out());
        ResultReport.of(client.retention(graph)).print(console.out());
        ResultReport.ofCheckpoints(
                client.checkpoints().stream()
                    .filter(checkpoint -> checkpoint.graph().equals(graph))
                    .toList())
            .print(console.out());
      }
    }
    return 0;
  }
}
