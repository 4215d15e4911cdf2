// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.command.ListCommand;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JobReport;
import io.graphember.cli.report.JsonList;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobInfo;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
public final class JobsCommand extends ListCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "GRAPH",
      description = "Name of the graph; without it those of all graphs.")
  private @Nullable String graph;

  /** The command; it prints to a console. */
  public JobsCommand(Console console, Logs logs) {
    super(console, logs);
  }

  @Override
  protected JsonList list(GraphemberClient client, PrintStream out) {
    final List<JobInfo> jobs = graph == null ? client.jobs() : client.jobs(graph);
    JobReport.of(jobs).print(out);
    return JsonList.ofJobs(jobs);
  }
}
