// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.error.CliError;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.node.NodeWork;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code drain}. */
@Command(
    name = "drain",
    description = {
      "Lets a node take no new work, and waits until nothing runs on it.",
      "",
      "Loads and jobs that it has go on; new ones go to other nodes, also those of clients that are connected to it. It serves its data as before. It stays drained, also when it is"
          + " restarted, until 'undrain'."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember drain node-2 --connect 10.0.0.5:10800",
      "  graphember drain node-2 --wait 600"
    })
public final class DrainCommand implements Callable<Integer> {
  private static final long MOST_SECONDS = Duration.ofDays(7).toSeconds();
  private static final int MOST_CACHES = 5;

  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "NODE", description = "Consistent id of the node, as 'doctor' shows it.")
  private String node;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "Wait no longer than this; without it, until nothing runs on the node.")
  private @Nullable Long waitSeconds;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;
  @Spec private CommandSpec command;

  /** The command; it prints to a console. */
  public DrainCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    final Duration patience = patience();
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      client.drain(node);
      console.err().println("Node %s takes no new work.".formatted(node));
      NodeWork end = client.awaitIdle(node, patience, this::show, this::stopped);
      if (!end.idle()) {
        throw new GraphemberException(
            CliError.DRAIN_UNFINISHED,
            "After %d s node %s still runs %s: it stays drained, run the command again to wait on, or undrain it."
                .formatted(patience.toSeconds(), node, end.running()));
      }
      console.out().println("Node %s runs no work now: it may be stopped.".formatted(node));
      console.out().println(data(end));
    }
    return 0;
  }

  private Duration patience() {
    if (waitSeconds == null) {
      return Duration.ofSeconds(MOST_SECONDS);
    }
    if (waitSeconds < 0 || waitSeconds > MOST_SECONDS) {
      throw new ParameterException(
          command.commandLine(),
          "--wait = %d: give seconds from 0 to %d, a week".formatted(waitSeconds, MOST_SECONDS));
    }
    return Duration.ofSeconds(waitSeconds);
  }

  private void show(NodeWork work) {
    if (!work.idle()) {
      console.err().println("Node %s still runs %s.".formatted(node, work.running()));
      console.err().flush();
    }
  }

  private boolean stopped() {
    if (cancellation.requested()) {
      throw new GraphemberException(
          SpiError.CANCELLED,
          "Node %s stays drained; graphember undrain %s lets it take work again."
              .formatted(node, node));
    }
    return false;
  }

  private static String data(NodeWork work) {
    if (work.onlyCopies().isEmpty()) {
      return "Other nodes have copies of all its partitions: no data is lost.";
    }
    final int shown = Math.min(MOST_CACHES, work.onlyCopies().size());
    final String caches =
        String.join(", ", work.onlyCopies().subList(0, shown))
            + (shown < work.onlyCopies().size()
                ? " and %d more".formatted(work.onlyCopies().size() - shown)
                : "");
    return work.persistent()
        ? "No other node has a copy of some partitions of %s: they cannot be read until it is back."
            .formatted(caches)
        : "Stopping it loses data: no other node has a copy of some partitions of %s, and they are in memory alone."
            .formatted(caches);
  }
}
