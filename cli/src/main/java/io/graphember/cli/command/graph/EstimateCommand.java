// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.graph;

import io.graphember.cli.job.SourceCount;
import io.graphember.cli.job.TrainingRate;
import io.graphember.cli.option.JobFileOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.EstimateReport;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.JobFile;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.Partitioners;
import io.graphember.spi.Cancellation;
import io.graphember.spi.partition.Partitioner;
import io.graphember.training.job.JobSettings;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
      "  graphember estimate job.yaml --time",
      "  graphember estimate examples/jobs/cora-gcn.yaml --data data/cora --set graph.partitions=16"
    })
public final class EstimateCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Mixin private JobFileOptions file;

  @Option(
      names = "--time",
      description =
          "Also say how long training will take: a node in this process trains some steps on a"
              + " generated graph that is like the one of the job, which takes seconds.")
  private boolean time;

  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public EstimateCommand(Console console, Cancellation cancellation, Logs logs) {
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
    EstimateReport report = EstimateReport.of(job.settings(), partitioner, count);
    if (time) {
      report.time(rate(job.settings(), count));
    }
    report.print(console.out());
    return 0;
  }

  private Optional<TrainingRate> rate(JobSettings job, SourceCount count) {
    if (!TrainingRate.measurable(job, count.graph())) {
      return Optional.empty();
    }
    console.err().println("Measuring how fast a node trains ...");
    return Optional.of(
        TrainingRate.measure(job, count.graph(), count.trained(), verbose.verbose(), cancellation));
  }
}
