// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code undrain}. */
@Command(
    name = "undrain",
    description = "Lets a node that was drained take new work again.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  graphember undrain node-2 --connect 10.0.0.5:10800"})
public final class UndrainCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "NODE", description = "Consistent id of the node, as 'doctor' shows it.")
  private String node;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public UndrainCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      client.undrain(node);
    }
    console.out().println("Node %s is drained no more.".formatted(node));
    return 0;
  }
}
