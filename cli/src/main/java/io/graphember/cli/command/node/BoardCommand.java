// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.board.BoardServer;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code board}. */
@Command(
    name = "board",
    description = {
      "Serves a page that shows the cluster: nodes, graphs, jobs with their curves, the queue, and"
          + " memory. Jobs can be cancelled there.",
      "",
      "The page is served to this machine alone, at an address that it prints and that nobody else"
          + " knows. It shows and does what you may. Ctrl-C ends it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  graphember board", "  graphember board --port 8080 --connect 10.0.0.5:10800"})
public final class BoardCommand implements Callable<Integer> {
  private static final int MOST_PORT = 65_535;
  private static final long LOOK_MILLIS = 100;

  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the page; a free one by default.")
  private int port;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console and serves until it is cancelled. */
  public BoardCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > MOST_PORT) {
      throw new ParameterException(
          spec.commandLine(),
          "--port = %d: give a port from 1 to %d, or 0 for a free one".formatted(port, MOST_PORT));
    }
    logs.show(verbose.verbose());
    try (GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, cancellation));
        BoardServer board = BoardServer.start(client, port)) {
      console.out().println("Board       " + board.address());
      console.out().flush();
      final CountDownLatch never = new CountDownLatch(1);
      while (!cancellation.requested()) {
        never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
    return 0;
  }
}
