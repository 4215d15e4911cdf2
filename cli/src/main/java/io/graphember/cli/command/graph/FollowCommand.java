// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.graph;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NamedGraph;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.live.FollowReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.spi.Cancellation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code follow}. */
@Command(
    name = "follow",
    description = {
      "Shows the graphs that follow their tables, or one of them, or has one follow them no more.",
      "",
      "A graph follows its tables when it is loaded with graph.follow = true: whenever their rows have changed, it gets a new version. With --stop it stays as it is."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember follow",
      "  graphember follow bank",
      "  graphember follow bank --stop --connect 10.0.0.5:10800"
    })
public final class FollowCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Parameters(
      paramLabel = "GRAPH",
      arity = "0..1",
      description = "Name of the graph; all of them without.")
  private @Nullable String graph;

  @Option(names = "--stop", description = "The graph follows its tables no more.")
  private boolean stop;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;
  @Spec private CommandSpec command;

  /** The command; it prints to a console. */
  public FollowCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    if (stop && graph == null) {
      throw new ParameterException(command.commandLine(), "--stop needs the name of a graph");
    }
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      if (graph == null) {
        FollowReport.all(client.follows()).print(console.out());
      } else {
        one(client, graph);
      }
    }
    return 0;
  }

  private void one(GraphemberClient client, String name) {
    NamedGraph.find(client, name);
    final List<FollowInfo> all = client.follows();
    final Optional<FollowInfo> found =
        all.stream().filter(info -> info.graph().equals(name)).findFirst();
    if (stop) {
      client.endFollow(name);
    }
    if (found.isEmpty()) {
      console.out().println("Graph %s does not follow its tables.".formatted(name));
    } else if (stop) {
      console
          .out()
          .println(
              "Graph %s does not follow its tables any more; it stays at version %d."
                  .formatted(name, found.get().version()));
    } else {
      FollowReport.of(found.get()).print(console.out());
    }
  }
}
