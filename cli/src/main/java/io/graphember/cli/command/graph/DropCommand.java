// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.graph;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Confirmation;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NamedGraph;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.option.YesOption;
import io.graphember.cli.report.ResultReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.client.api.Dropped;
import io.graphember.client.api.ResultInfo;
import io.graphember.spi.Cancellation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code drop}. */
@Command(
    name = "drop",
    description = {
      "Drops a graph of a cluster: all its versions, or one of them. Asks before it does.",
      "",
      "When the newest version is dropped, the newest that remains is the current one. Its memory and disk space are free once no running job uses it. Published results and models of"
          + " its jobs stay unless they are dropped with it, which is asked, too."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember drop cora",
      "  graphember drop cora --graph-version 3",
      "  graphember drop cora --results --yes --connect 10.0.0.5:10800"
    })
public final class DropCommand implements Callable<Integer> {
  private static final String RESULTS = "--results";

  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "NAME", description = "Name of the graph, as 'graphs' lists it.")
  private String name;

  @Mixin private VersionOption version;

  @Option(
      names = RESULTS,
      description = "Drop the results and models of its jobs, too, also if the graph is gone.")
  private boolean withResults;

  @Mixin private YesOption yes;
  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;
  @Spec private CommandSpec command;

  /** The command; it prints to a console. */
  public DropCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    if (withResults && version.version().isPresent()) {
      throw new ParameterException(
          command.commandLine(),
          "%s and %s exclude each other".formatted(RESULTS, VersionOption.NAME));
    }
    Confirmation confirmation = new Confirmation(console, cancellation, yes);
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      if (version.version().isEmpty()) {
        graph(client, confirmation);
      } else {
        version(client, confirmation, version.version().get());
      }
    }
    return 0;
  }

  private void version(GraphemberClient client, Confirmation confirmation, long number) {
    final String what = "version %d of graph %s".formatted(number, name);
    NamedGraph.find(client, name, Optional.of(number));
    confirmation.require(what);
    if (!client.dropVersion(name, number)) {
      throw NamedGraph.unknown(client, name, number);
    }
    console.out().println("Dropped " + what + ".");
  }

  private void graph(GraphemberClient client, Confirmation confirmation) {
    List<ResultInfo> results = client.results(name);
    List<CheckpointInfo> checkpoints =
        client.checkpoints().stream()
            .filter(checkpoint -> checkpoint.graph().equals(name))
            .toList();
    final String left = ResultReport.sum(results, checkpoints);
    final boolean any = !results.isEmpty() || !checkpoints.isEmpty();
    if (withResults && any && NamedGraph.isGone(client, name)) {
      confirmation.require("%s of graph %s, which is gone".formatted(left, name));
    } else {
      NamedGraph.find(client, name);
      confirmation.require("graph " + name + (withResults && any ? " with " + left : ""));
    }
    final boolean all =
        withResults
            || any && confirmation.also("Its jobs have left %s. Drop them, too?".formatted(left));
    Dropped dropped = client.dropGraph(name, all);
    if (dropped.isNothing()) {
      throw NamedGraph.unknown(client, name);
    }
    if (!dropped.versions().isEmpty()) {
      console.out().println("Dropped graph %s.".formatted(name));
    }
    ResultReport.of(dropped).print(console.out());
    if (!all && any) {
      console
          .out()
          .println(
              "What its jobs have left remains, %s: 'graphember drop %s %s' drops it, too."
                  .formatted(left, name, RESULTS));
    }
  }
}
