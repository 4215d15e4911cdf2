// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.result;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Confirmation;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NamedResults;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.option.YesOption;
import io.graphember.cli.report.ResultReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ResultInfo;
import io.graphember.spi.Cancellation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code drop-results}. */
@Command(
    name = "drop-results",
    description = {
      "Drops what the runs of a job have left of a graph: published results, learnable embeddings and the model. Asks"
          + " before it does.",
      "",
      "A job that runs on learnable embeddings keeps them until it ends. Views of SQL go with their results."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember drop-results cora cora-gcn",
      "  graphember drop-results cora cora-gcn --yes --connect 10.0.0.5:10800"
    })
public final class DropResultsCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(index = "0", paramLabel = "GRAPH", description = "Name of the graph.")
  private String graph;

  @Parameters(
      index = "1",
      paramLabel = "JOB",
      description = "Name of the job, as 'results' lists it.")
  private String job;

  @Mixin private YesOption yes;
  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public DropResultsCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      ResultInfo left = NamedResults.find(client, graph, job);
      new Confirmation(console, cancellation, yes)
          .require("%s of job %s".formatted(ResultReport.what(left), job));
      ResultReport.of(client.dropResults(graph, job)).print(console.out());
    }
    return 0;
  }
}
