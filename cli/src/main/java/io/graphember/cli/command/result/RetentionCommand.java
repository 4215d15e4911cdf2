// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.result;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Confirmation;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NamedGraph;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.option.YesOption;
import io.graphember.cli.report.ResultReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.Retention;
import io.graphember.spi.Cancellation;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code retention}. */
@Command(
    name = "retention",
    description = {
      "Shows or changes which results of a graph's jobs stay; everything at first.",
      "",
      "All that a job has left is one result: what it published, learnable embeddings and the model. What is beyond a bound is dropped at once, and whenever a job of"
          + " the cluster ends, so a change asks first. The setting in the place of this command is graph.retention of a job file."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember retention cora",
      "  graphember retention cora --results 10 --yes",
      "  graphember retention cora --results 10 --days 30",
      "  graphember retention cora --off --connect 10.0.0.5:10800"
    })
public final class RetentionCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "GRAPH", description = "Name of the graph.")
  private String graph;

  @Option(
      names = "--results",
      paramLabel = "N",
      description = "Keep the newest N results, over all jobs of the graph.")
  private @Nullable Integer results;

  @Option(names = "--days", paramLabel = "D", description = "Drop results after D days.")
  private @Nullable Integer days;

  @Option(names = "--off", description = "Keep everything.")
  private boolean off;

  @Mixin private YesOption yes;
  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;
  @Spec private CommandSpec command;

  /** The command; it prints to a console. */
  public RetentionCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    Retention wanted = wanted();
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      if (!wanted.isEverything()) {
        new Confirmation(console, cancellation, yes)
            .require(
                "results of graph %s %s, now and later"
                    .formatted(graph, ResultReport.beyond(wanted)));
      }
      if (off || !wanted.isEverything()) {
        client.setRetention(graph, wanted);
      } else if (client.results(graph).isEmpty()) {
        NamedGraph.find(client, graph);
      }
      ResultReport.of(client.retention(graph)).print(console.out());
    }
    return 0;
  }

  private Retention wanted() {
    if (off && (results != null || days != null)) {
      throw usage("--off and --results or --days exclude each other");
    }
    if (results != null && results < 1 || days != null && days < 1) {
      throw usage("--results and --days must be at least 1");
    }
    return new Retention(results, days);
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
