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

/** The command {@code drop-model}. */
@Command(
    name = "drop-model",
    description = {
      "Drops the model that a job has left of a graph, and the rows that were learned with it. What the job has"
          + " published stays. Asks before it does."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember drop-model cora cora-gcn",
      "  graphember drop-model cora cora-gcn --yes --connect 10.0.0.5:10800"
    })
public final class DropModelCommand implements Callable<Integer> {
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
  public DropModelCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      ResultInfo.Model model = NamedResults.model(client, graph, job);
      new Confirmation(console, cancellation, yes)
          .require("the model of job %s, %s".formatted(job, ResultReport.parameters(model)));
      ResultReport.of(client.dropModel(graph, job)).print(console.out());
    }
    return 0;
  }
}
