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
import io.graphember.client.api.JobState;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code queue}. */
@Command(
    name = "queue",
    description = {
      "Lists the jobs that wait for a place, in the order in which they are to begin.",
      "",
      "A job waits while nodes, or its user, run as many jobs as they may. Users take turns; of one user's jobs the one with the highest queue.priority comes first. queue.waitSeconds says how long it waits."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember queue",
      "  graphember queue --connect 10.0.0.5:10800 --json queue.json"
    })
public final class QueueCommand extends ListCommand {
  /** The command; it prints to a console. */
  public QueueCommand(Console console, Logs logs) {
    super(console, logs);
  }

  @Override
  protected JsonList list(GraphemberClient client, PrintStream out) {
    final List<JobInfo> waiting =
        client.jobs().stream().filter(job -> job.status() == JobState.Status.QUEUED).toList();
    JobReport.ofQueue(waiting).print(out);
    return JsonList.ofJobs(waiting);
  }
}
