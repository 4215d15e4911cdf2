// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.live.RetrainReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
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

/** The command {@code retrain}. */
@Command(
    name = "retrain",
    description = {
      "Lists the models that the cluster trains on when their graphs have changed, by section retrain of a job file, and"
          + " what became of the last retraining. With --stop it trains one of them on no more.",
      "",
      "A retraining that runs goes on when its model is stopped: 'cancel' ends it, as any job."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember retrain",
      "  graphember retrain cora --connect 10.0.0.5:10800",
      "  graphember retrain cora cora-gcn --stop"
    })
public final class RetrainCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "GRAPH",
      description = "Name of the graph; without it those of all graphs.")
  private @Nullable String graph;

  @Parameters(index = "1", arity = "0..1", paramLabel = "JOB", description = "Name of the job.")
  private @Nullable String job;

  @Option(names = "--stop", description = "Train the model of that job on no more.")
  private boolean stop;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;
  @Spec private CommandSpec command;

  /** The command; it prints to a console. */
  public RetrainCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    if (stop && (graph == null || job == null)) {
      throw new ParameterException(command.commandLine(), "--stop needs GRAPH and JOB");
    }
    try (GraphemberClient client =
        GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      if (stop && graph != null && job != null) {
        client.stopRetraining(graph, job);
        console.out().println("The model of job %s is trained on no more.".formatted(job));
      } else {
        RetrainReport.of(
                client.retrainings().stream()
                    .filter(one -> graph == null || one.graph().equals(graph))
                    .filter(one -> job == null || one.job().equals(job))
                    .toList())
            .print(console.out());
      }
    }
    return 0;
  }
}
