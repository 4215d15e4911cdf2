// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.Job;
import picocli.CommandLine.Command;

/** The command {@code run}. */
@Command(
    name = "run",
    description = {
      "Runs a job file: trains a model, embeds vertices, or infers with a trained model, as it says.",
      "",
      "Reads the graph that the file names, loads it into a cluster, runs the job, and leaves its "
          + "results in caches of the cluster. Without --connect the cluster is one node in this process, "
          + "and ends with it; job: infer needs the running cluster that holds the graph and its model."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember run job.yaml",
      "  graphember run examples/jobs/cora-gcn.yaml --data data/cora --seeds 20 --json cora.json",
      "  graphember run job.yaml --set training.epochs=50 --set model.hidden=128",
      "  graphember run job.yaml --connect 10.0.0.5:10800"
    })
public final class RunCommand extends ClusterJobCommand {
  /** The command; it prints to a console. */
  public RunCommand(Console console, Cancellation cancellation, Logs logs) {
    super(console, cancellation, logs);
  }

  @Override
  Class<? extends Job> kind() {
    return Job.class;
  }
}
