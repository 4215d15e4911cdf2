// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A job that goes on from its last checkpoint to its results. */
public final class ResumedRun {
  private final long job;
  private final List<String> changes;
  private final ProgressView view;
  private final Cancellation cancellation;
  private final PhaseClock clock = new PhaseClock();

  /**
   * A run that has not begun.
   *
   * @param job number of the job
   * @param changes settings to change, each {@code path=value}
   */
  public ResumedRun(long job, List<String> changes, ProgressView view, Cancellation cancellation) {
    this.job = job;
    this.changes = changes;
    this.view = view;
    this.cancellation = cancellation;
  }

  /**
   * Runs it.
   *
   * @param end takes the outcome
   */
  public void execute(ConnectionSettings cluster, Consumer<JobOutcome> end) {
    try (ClusterChoice.Connection connection =
        clock.time("start", () -> ClusterChoice.connected(cluster).connect(cancellation))) {
      GraphemberClient client = connection.client();
      // Before it runs: one that is done has left none.
      final JobSettings settings = settings(client.job(job));
      final JobHandle resumed = client.resume(job, changes);
      final JobResult result =
          new JobFollower(view, Optional.of(cluster), cancellation)
              .follow(resumed, "Training", true, state -> {});
      end.accept(
          new JobOutcome(
              settings,
              false,
              false,
              List.of(result),
              clock.seconds(),
              List.of(),
              List.of(),
              Optional.empty()));
    }
  }

  private JobSettings settings(JobHandle old) {
    return JobFile.parse("job " + job, old.settings(), Path.of(""), null, changes).settings();
  }
}
