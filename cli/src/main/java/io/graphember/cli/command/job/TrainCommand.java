// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.Job;
import io.graphember.training.job.TrainJob;
import picocli.CommandLine.Command;

/** The command {@code train}. */
@Command(
    name = "train",
    description = {
      "Trains the model of a job file: run, for files of job: train.",
      "",
      "Reads the graph that the file names, loads it into a cluster, trains, and leaves predictions "
          + "and embeddings in caches of the cluster. Without --connect the cluster is one node in this "
          + "process, and ends with it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember train job.yaml",
      "  graphember train examples/jobs/cora-gcn.yaml --data data/cora --seeds 20 --json cora.json",
      "  graphember train job.yaml --connect 10.0.0.5:10800"
    })
public final class TrainCommand extends ClusterJobCommand {
  /** The command; it prints to a console. */
  public TrainCommand(Console console, Cancellation cancellation, Logs logs) {
    super(console, cancellation, logs);
  }

  @Override
  Class<? extends Job> kind() {
    return TrainJob.class;
  }
}
