// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import io.graphember.client.api.JobState;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of the jobs that this node has coordinated, since it started. Safe for use by several
 * threads.
 */
public final class JobCounts {
  private final KindCounts<JobState.Status> ended = new KindCounts<>(JobState.Status.class);
  private final LongAdder epochs = new LongAdder();
  private final LongAdder losses = new LongAdder();
  private final LongAdder published = new LongAdder();
  private final LongAdder kept = new LongAdder();
  private volatile double featureDrift;
  private volatile double predictionDrift;
  private final AtomicInteger queued = new AtomicInteger();

  /** Nothing is counted yet. */
  @Inject
  public JobCounts() {}

  /** Counts a job that has ended. */
  public void ended(JobState.Status how) {
    ended.add(how, 1);
  }

  /** Counts an epoch that is done. */
  public void epoch() {
    epochs.increment();
  }

  /** Counts nodes that were lost, and without which a job goes on. */
  public void survived(int nodes) {
    losses.add(nodes);
  }

  /**
   * Counts a job that went on with a model.
   *
   * @param replaced true if the new model was published
   * @param features the largest population stability index since the model was trained
   * @param predictions how far its predictions are from what they were, 0 to 1
   */
  public void trainedOn(boolean replaced, double features, double predictions) {
    (replaced ? published : kept).increment();
    featureDrift = features;
    predictionDrift = predictions;
  }

  /** Jobs that went on with a model and published the new one. */
  public long publishedUpdates() {
    return published.sum();
  }

  /** Jobs that went on with a model, or tested it, and left it as it was. */
  public long keptModels() {
    return kept.sum();
  }

  /** Drift of features that the last job found which went on with a model; 0 before the first. */
  public double featureDrift() {
    return featureDrift;
  }

  /** Drift of predictions that it found. */
  public double predictionDrift() {
    return predictionDrift;
  }

  /** Says how many jobs wait for a place; 0 from a node that does not decide on the queue. */
  public void queued(int jobs) {
    queued.set(jobs);
  }

  /** Jobs that have ended so. */
  public long endedSo(JobState.Status how) {
    return ended.of(how);
  }

  /** Epochs of jobs. */
  public long epochs() {
    return epochs.sum();
  }

  /** Losses of nodes that jobs have survived, each once for each job. */
  public long lossesSurvived() {
    return losses.sum();
  }

  /** Jobs that wait for a place, of a node that decides on the queue. */
  public int queued() {
    return queued.get();
  }
}
