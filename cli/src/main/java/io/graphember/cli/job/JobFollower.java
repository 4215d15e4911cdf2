// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.cli.view.JobView;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Shows how far a job is that was submitted, and how it can go on if it ends without a result.
 *
 * @param cluster how to reach the job again; empty if its cluster ends with this process
 * @param cancellation cancels the job
 */
record JobFollower(
    ProgressView view, Optional<ConnectionSettings> cluster, Cancellation cancellation) {
  /**
   * Waits for the result.
   *
   * @param task what the progress is called
   * @param alone false if many jobs follow each other: then less is said
   * @param watcher hears of every state
   * @throws GraphemberException why the job failed, or that it was cancelled
   */
  JobResult follow(JobHandle job, String task, boolean alone, Consumer<JobState> watcher) {
    try (JobView progress = new JobView(view, task, alone)) {
      return job.await(progress.andThen(watcher), progress::lost, cancellation);
    } catch (GraphemberException e) {
      cluster.ifPresent(
          running ->
              keptStep(job)
                  .ifPresent(
                      step ->
                          view.say(
                              "Job %d can go on from step %d: graphember resume %d --connect %s"
                                  .formatted(
                                      job.number(), step, job.number(), running.addressText()))));
      throw e;
    }
  }

  private static Optional<Long> keptStep(JobHandle job) {
    try {
      return Optional.ofNullable(job.state().keptStep());
    } catch (GraphemberException expected) {
      return Optional.empty(); // nobody answers: why the job is not followed is said anyhow
    }
  }
}
