// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JobReport;
import io.graphember.cli.report.JsonList;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobInfo;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code jobs}. */
@Command(
    name = "jobs",
    description = {
      "Lists the jobs of a cluster, the oldest first, at most the latest 1,000; at the end those that wait for a place, in the order in which they are to begin.",
      "",
      "Jobs of other users are there if you may read their results."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember jobs",
      "  graphember jobs cora --connect 10.0.0.5:10800 --json jobs.json"
    })
public final class JobsCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Parameters(
      arity = "0..1",
      paramLabel = "GRAPH",
      description = "Name of the graph; without it those of all graphs.")
  private @Nullable String graph;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the list there too.")
  private @Nullable Path json;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public JobsCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      final List<JobInfo> jobs = graph == null ? client.jobs() : client.jobs(graph);
      JobReport.of(jobs).print(console.out());
      out.write(JsonList.ofJobs(jobs));
    }
    return 0;
  }
}
