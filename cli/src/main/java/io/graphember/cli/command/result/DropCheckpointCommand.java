// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.result;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Confirmation;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.option.YesOption;
import io.graphember.cli.report.ResultReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.jobs.NodeError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code drop-checkpoint}. */
@Command(
    name = "drop-checkpoint",
    description = {
      "Drops the last checkpoint of a job that failed, was cancelled, or was lost with all nodes. Asks before it does.",
      "",
      "The job can be resumed, but begins anew then. Jobs that are done drop their checkpoints themselves. Results that the job has published before stay."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember drop-checkpoint 12",
      "  graphember drop-checkpoint 12 --yes --connect 10.0.0.5:10800"
    })
public final class DropCheckpointCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "ID", description = "Number of the job, as 'results' lists it.")
  private long id;

  @Mixin private YesOption yes;
  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public DropCheckpointCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, cancellation))) {
      CheckpointInfo checkpoint = find(client.checkpoints());
      new Confirmation(console, cancellation, yes).require(ResultReport.what(checkpoint));
      client.dropCheckpoint(id);
      console.out().println("Dropped checkpoint %d.".formatted(id));
    }
    return 0;
  }

  private CheckpointInfo find(List<CheckpointInfo> checkpoints) {
    return checkpoints.stream()
        .filter(checkpoint -> checkpoint.id() == id)
        .findFirst()
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.CHECKPOINT_UNKNOWN,
                    "ID = %d: no such checkpoint is in the cluster, %s."
                        .formatted(
                            id,
                            checkpoints.isEmpty()
                                ? "there is none"
                                : "but "
                                    + checkpoints.stream()
                                        .map(checkpoint -> String.valueOf(checkpoint.id()))
                                        .collect(Collectors.joining(", ")))));
  }
}
