// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Confirmation;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.option.YesOption;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code forget}. */
@Command(
    name = "forget",
    description = {
      "Removes a storage node that is lost for good, so that the others count as more than half without it. Asks"
          + " before it does.",
      "",
      "Loads, drops and jobs need more than half of the storage nodes. A node that is stopped in order leaves by"
          + " itself. First make sure that the node does not run elsewhere: run in both halves of a cut cluster,"
          + " this makes two clusters of it. With persistence the set is Ignite's baseline, and bin/control.sh"
          + " --baseline remove changes it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember forget node-3",
      "  graphember forget node-3 --yes --connect 10.0.0.5:10800"
    })
public final class ForgetCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(
      paramLabel = "NODE",
      description = "Consistent id of the node, as 'doctor' names those that are missing.")
  private String node;

  @Mixin private YesOption yes;
  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public ForgetCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      new Confirmation(console, cancellation, yes).requireForgetting(node);
      client.forget(node);
      console.out().println("Forgot node " + node + ".");
    }
    return 0;
  }
}
