// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.Job;
import picocli.CommandLine.Command;

/** The command {@code infer}. */
@Command(
    name = "infer",
    description = {
      "Runs a trained model over all vertices of a graph, layer by layer: run, for files of job: infer.",
      "",
      "The model is in the cluster that --connect names, and so is the graph; section source of the "
          + "job file, if it has one, loads it anew. Predictions and embeddings are left there in caches, "
          + "under the job's own name."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember infer job.yaml --connect 10.0.0.5:10800",
      "  graphember infer job.yaml --connect 10.0.0.5:10800 --set inference.model=cora-gcn"
    })
public final class InferCommand extends JobCommand {
  /** The command; it prints to a console. */
  public InferCommand(Console console, Cancellation cancellation, Logs logs) {
    super(console, cancellation, logs);
  }

  @Override
  Class<? extends Job> kind() {
    return InferJob.class;
  }

  @Override
  ClusterChoice cluster(ConnectionOptions connect, boolean verbose) {
    if (!connect.hasCluster(console)) {
      throw misused(
          "infer needs the running cluster that holds the graph and its model: name it with"
              + " --connect HOST:PORT");
    }
    return ClusterChoice.connected(connect.settings(console, cancellation));
  }
}
