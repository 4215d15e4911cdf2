// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.job.SourceCount;
import io.graphember.cli.report.EstimateReport;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.JobFile;
import io.graphember.graph.GraphSettings;
import io.graphember.graph.partition.Partitioners;
import io.graphember.spi.Cancellation;
import io.graphember.spi.partition.Partitioner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code estimate}. */
@Command(
    name = "estimate",
    description = {
      "Says how much memory the graph of a job file takes, before it is loaded.",
      "",
      "Reads the files once, counts what is in them, and needs no cluster. What the cluster would"
          + " refuse of the files and the job is refused here too."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember estimate job.yaml",
      "  graphember estimate examples/jobs/cora-gcn.yaml --data data/cora --set graph.partitions=16"
    })
final class EstimateCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Mixin private JobFileOptions file;

  @Mixin private VerboseOption verbose;

  EstimateCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    JobFile job = file.read();
    GraphSettings graph = job.settings().graph();
    Partitioner partitioner =
        new Partitioners(EstimateCommand.class.getClassLoader()).get(graph.partitioner());
    partitioner.check(graph.partitions(), graph.partitionerOptions());
    SourceCount count = SourceCount.of(job, ProgressView.of(console), cancellation);
    EstimateReport.of(job.settings(), partitioner, count).print(console.out());
    return 0;
  }
}
