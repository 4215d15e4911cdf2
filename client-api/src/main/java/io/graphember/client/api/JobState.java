// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a job is.
 *
 * @param job its number
 * @param name its name
 * @param graph the graph it runs on
 * @param status whether it runs
 * @param phase what it does: {@code open}, {@code train}, {@code baseline}, {@code infer}, {@code
 *     publish}, {@code end}
 * @param totalEpochs most epochs of the training
 * @param epochs epochs done, from the number asked for on, the latest 10,000 of them
 * @param trainers its trainers; null before they are placed, and of a job without
 * @param layer how far inference is; null of another job, and before it
 * @param error why it failed, or null
 * @param origin job whose checkpoint it began with; null for none
 * @param keptStep steps of the checkpoint that it has left, which it can be resumed from; null if
 *     it runs, is done or has left none
 */
public record JobState(
    long job,
    String name,
    String graph,
    Status status,
    String phase,
    int totalEpochs,
    List<EpochInfo> epochs,
    @Nullable JobTrainers trainers,
    @Nullable LayerProgress layer,
    @Nullable ErrorInfo error,
    @Nullable Long origin,
    @Nullable Long keptStep) {

  /** The same with the epochs from a number on. */
  public JobState from(int epoch) {
    return new JobState(
        job,
        name,
        graph,
        status,
        phase,
        totalEpochs,
        epochs.stream().filter(done -> done.epoch() >= epoch).toList(),
        trainers,
        layer,
        error,
        origin,
        keptStep);
  }

  /** The same with why it has failed, and what it has left. */
  public JobState because(@Nullable ErrorInfo why, @Nullable Long checkpointStep) {
    return new JobState(
        job,
        name,
        graph,
        status,
        phase,
        totalEpochs,
        epochs,
        trainers,
        layer,
        why,
        origin,
        checkpointStep);
  }

  /** The same with another status. */
  public JobState with(Status other) {
    return new JobState(
        job,
        name,
        graph,
        other,
        phase,
        totalEpochs,
        epochs,
        trainers,
        layer,
        error,
        origin,
        keptStep);
  }

  /** Whether a job runs. */
  public enum Status {
    /** It runs. */
    RUNNING,
    /** It is done, its result can be fetched. */
    DONE,
    /** It failed. */
    FAILED,
    /** It was cancelled. */
    CANCELLED;

    /** True if nothing more will happen. */
    public boolean ended() {
      return this != RUNNING;
    }
  }
}
