// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code drop}. */
@Command(
    name = "drop",
    description = {
      "Drops a graph of a cluster: all its versions, or one of them.",
      "",
      "When the newest version is dropped, the newest that remains is the current one. Its memory and disk space are free once no running job uses it. Published predictions and"
          + " embeddings stay."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember drop cora",
      "  graphember drop cora --graph-version 3",
      "  graphember drop cora --connect 10.0.0.5:10800"
    })
final class DropCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Parameters(paramLabel = "NAME", description = "Name of the graph, as 'graphs' lists it.")
  private String name;

  @Mixin private VersionOption version;
  @Mixin private ConnectOption connect;
  @Mixin private VerboseOption verbose;

  DropCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client = GraphemberClient.connect(connect.address())) {
      if (!drop(client, version.version())) {
        throw NamedGraph.unknown(client, name, version.version());
      }
    }
    console
        .out()
        .println(
            version.version() == null
                ? "Dropped graph %s.".formatted(name)
                : "Dropped version %d of graph %s.".formatted(version.version(), name));
    return 0;
  }

  private boolean drop(GraphemberClient client, Long number) {
    return number == null ? client.dropGraph(name) : client.dropVersion(name, number);
  }
}
