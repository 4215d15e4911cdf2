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
 * @param phase what it does: {@code open}, {@code train}, {@code checkpoint}, {@code baseline},
 *     {@code infer}, {@code publish}, {@code end}
 * @param totalEpochs most epochs of the training
 * @param epochs epochs done, from the number asked for on, the latest 10,000 of them
 * @param trainers its trainers; null before they are placed, and of a job without
 * @param layer how far inference is; null of another job, and before it
 * @param error why it failed, or null
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
    @Nullable ErrorInfo error) {

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
