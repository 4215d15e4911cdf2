// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job in a list: what {@link JobState} says, in a few hundred bytes whatever the job has done.
 *
 * @param job its number
 * @param name its name
 * @param graph the graph it runs on
 * @param status whether it waits, runs or how it has ended
 * @param phase what it does, or did last
 * @param epoch the last epoch that is done; 0 before the first, and of a job without
 * @param totalEpochs most epochs of the training
 * @param loss of that epoch; null before
 * @param validation measure on the validation split after that epoch; null if it was not measured
 * @param error code of the error that ended it; null for none
 * @param submission how it was submitted; null of a job of Graphember 0.1
 * @param ended when it ended, in ms since 1970; null before, and of a job of Graphember 0.1
 * @param keptStep steps of the checkpoint that it has left; null for none
 * @param place place in the queue, 1 for the next; null if it does not wait
 */
public record JobInfo(
    long job,
    String name,
    String graph,
    JobState.Status status,
    String phase,
    int epoch,
    int totalEpochs,
    @Nullable Double loss,
    @Nullable Double validation,
    @Nullable String error,
    @Nullable Submission submission,
    @Nullable Long ended,
    @Nullable Long keptStep,
    @Nullable Integer place) {
  /** What a state says in short. */
  public static JobInfo of(JobState state) {
    final List<EpochInfo> epochs = state.epochs();
    final EpochInfo last = epochs.isEmpty() ? null : epochs.get(epochs.size() - 1);
    return new JobInfo(
        state.job(),
        state.name(),
        state.graph(),
        state.status(),
        state.phase(),
        last == null ? 0 : last.epoch(),
        state.totalEpochs(),
        last == null ? null : last.loss(),
        last == null ? null : last.validation(),
        state.error() == null ? null : state.error().code(),
        state.submission(),
        state.ended(),
        state.keptStep(),
        state.place());
  }

  /** The same with its place in the queue. */
  public JobInfo at(@Nullable Integer placeNow) {
    return new JobInfo(
        job,
        name,
        graph,
        status,
        phase,
        epoch,
        totalEpochs,
        loss,
        validation,
        error,
        submission,
        ended,
        keptStep,
        placeNow);
  }
}
