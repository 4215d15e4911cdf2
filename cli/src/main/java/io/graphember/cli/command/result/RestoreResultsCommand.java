// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.result;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NamedResults;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.ResultReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code restore-results}. */
@Command(
    name = "restore-results",
    description = {
      "Puts back what was current of a job before its last run: the model and all that it had published, at once for all"
          + " readers.",
      "",
      "What was current until then is kept in its place: the same command brings it back. Nothing is computed, and nothing is lost, so it does not ask. A job"
          + " with publish.keepPrevious: false keeps nothing to put back."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember restore-results cora cora-gcn",
      "  graphember restore-results cora cora-gcn --connect 10.0.0.5:10800"
    })
public final class RestoreResultsCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Parameters(index = "0", paramLabel = "GRAPH", description = "Name of the graph.")
  private String graph;

  @Parameters(
      index = "1",
      paramLabel = "JOB",
      description = "Name of the job, as 'results' lists it.")
  private String job;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public RestoreResultsCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      NamedResults.find(client, graph, job);
      ResultReport.ofRestored(client.restoreResults(graph, job)).print(console.out());
    }
    return 0;
  }
}
