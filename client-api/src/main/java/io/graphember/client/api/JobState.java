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
 * @param status whether it waits or runs, or how it has ended
 * @param phase what it does: {@code queue}, {@code open}, {@code train}, {@code rank}, {@code
 *     baseline}, {@code infer}, {@code publish}, {@code end}
 * @param totalEpochs most epochs of the training
 * @param epochs epochs done, from the number asked for on, the latest 10,000 of them
 * @param trainers its trainers; null before they are placed, and of a job without
 * @param layer how far inference is; null of another job, and before it
 * @param error why it failed, or null
 * @param origin job whose checkpoint it began with; null for none
 * @param keptStep steps of the checkpoint that it has left, which it can be resumed from; null if
 *     it runs, is done or has left none
 * @param submission how it was submitted; null of a job of Graphember 0.1
 * @param ended when it ended, in ms since 1970; null before, and of a job of Graphember 0.1
 * @param place place in the queue, 1 for the next, as the node that answers sees it; null if it
 *     does not wait
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
    @Nullable Long keptStep,
    @Nullable Submission submission,
    @Nullable Long ended,
    @Nullable Integer place) {

  /** The same with the epochs from a number on. */
  public JobState from(int epoch) {
    return with(
        status,
        epochs.stream().filter(done -> done.epoch() >= epoch).toList(),
        error,
        keptStep,
        ended,
        place);
  }

  /** The same with why it has failed, and what it has left. */
  public JobState because(@Nullable ErrorInfo why, @Nullable Long checkpointStep) {
    return with(status, epochs, why, checkpointStep, ended, place);
  }

  /** The same with another status. */
  public JobState with(Status other) {
    return with(other, epochs, error, keptStep, ended, place);
  }

  /** The same before it had ended. */
  public JobState beforeItsEnd() {
    return with(Status.RUNNING, epochs, null, null, null, null);
  }

  /** The same at its end. */
  public JobState endedAt(long millis) {
    return with(status, epochs, error, keptStep, millis, null);
  }

  /** The same with its place in the queue. */
  public JobState at(@Nullable Integer placeNow) {
    return with(status, epochs, error, keptStep, ended, placeNow);
  }

  private JobState with(
      Status otherStatus,
      List<EpochInfo> otherEpochs,
      @Nullable ErrorInfo otherError,
      @Nullable Long otherStep,
      @Nullable Long otherEnd,
      @Nullable Integer otherPlace) {
    return new JobState(
        job,
        name,
        graph,
        otherStatus,
        phase,
        totalEpochs,
        otherEpochs,
        trainers,
        layer,
        otherError,
        origin,
        otherStep,
        submission,
        otherEnd,
        otherPlace);
  }

  /** Whether a job waits or runs, or how it has ended. */
  public enum Status {
    /** It waits for a place. */
    QUEUED,
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
      return this != QUEUED && this != RUNNING;
    }
  }
}
