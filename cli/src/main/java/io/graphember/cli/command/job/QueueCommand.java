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
import io.graphember.client.api.JobState;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
public final class QueueCommand implements Callable<Integer> {
  private final Console console;
  private final Logs logs;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the list there too.")
  private @Nullable Path json;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public QueueCommand(Console console, Logs logs) {
    this.console = console;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, Cancellation.NEVER))) {
      final List<JobInfo> waiting =
          client.jobs().stream().filter(job -> job.status() == JobState.Status.QUEUED).toList();
      JobReport.ofQueue(waiting).print(console.out());
      out.write(JsonList.ofJobs(waiting));
    }
    return 0;
  }
}
