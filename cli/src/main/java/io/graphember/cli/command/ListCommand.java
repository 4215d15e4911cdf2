// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.report.JsonList;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that lists what a cluster has: as a table for people, and as JSON if asked to. */
public abstract class ListCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the list there too.")
  private @Nullable Path json;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** A command that prints to a console. */
  protected ListCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  /**
   * Asks for the list and prints it.
   *
   * @return the same for scripts
   */
  protected abstract JsonList list(GraphemberClient client, PrintStream out);

  @Override
  public final Integer call() {
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      out.write(list(client, console.out()));
    }
    return 0;
  }
}
