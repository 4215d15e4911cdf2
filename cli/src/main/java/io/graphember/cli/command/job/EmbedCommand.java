// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.Job;
import picocli.CommandLine.Command;

/** The command {@code embed}. */
@Command(
    name = "embed",
    description = {
      "Trains embeddings of vertices without a model: run, for files of job: embed.",
      "",
      "Reads the graph that the file names, loads it into a cluster, trains, and leaves the "
          + "embeddings in a cache of the cluster. With embedding.evaluation it says how well they tell "
          + "labels and edges. Without --connect the cluster is one node in this process, and ends with it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember embed job.yaml",
      "  graphember embed examples/jobs/blogcatalog-deepwalk.yaml --data data/blogcatalog",
      "  graphember embed job.yaml --set embedding.type=line --set embedding.dim=64"
    })
public final class EmbedCommand extends ClusterJobCommand {
  /** The command; it prints to a console. */
  public EmbedCommand(Console console, Cancellation cancellation, Logs logs) {
    super(console, cancellation, logs);
  }

  @Override
  Class<? extends Job> kind() {
    return EmbedJob.class;
  }
}
