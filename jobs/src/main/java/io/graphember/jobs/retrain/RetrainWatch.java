// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.retrain;

import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.result.ResultName;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job whose model is trained on when its graph has changed: the text of an entry {@code
 * retrain/GRAPH/JOB} as JSON. Immutable.
 *
 * @param graph name of the graph
 * @param job name of the job
 * @param settings the job as JSON, without its source
 * @param owner user whose job it is; null if nobody knows
 * @param base version that the model was trained on last, or was tried on
 * @param seen the newest version that was looked at
 * @param figure of the model's test when it was published; null if there was nothing to test with
 * @param looked when a retraining ended last, or the job itself, in ms since 1970
 * @param running number of the retraining that was submitted; null if there is none
 * @param retrainings that have ended
 * @param published retrainings whose model was published
 * @param last what became of the last one, a sentence; null before the first
 */
public record RetrainWatch(
    String graph,
    String job,
    String settings,
    @Nullable String owner,
    GraphChange base,
    long seen,
    @Nullable Double figure,
    long looked,
    @Nullable Long running,
    int retrainings,
    int published,
    @Nullable String last) {
  /**
   * A watch of something.
   *
   * @throws IllegalArgumentException if it does not say of what
   */
  public RetrainWatch {
    if (graph == null || job == null || settings == null || base == null) {
      throw new IllegalArgumentException("a watch lacks its graph, its job or its settings");
    }
  }

  /**
   * A job that is done, whose model is watched from now on.
   *
   * @param record of the job, with its settings as they were submitted
   * @param figure of the model's test; null if there was nothing to test with
   * @param now in ms since 1970
   */
  public static RetrainWatch of(
      ResultName name, JobRecord record, GraphChange on, @Nullable Double figure, long now) {
    return new RetrainWatch(
        name.graph(),
        name.job(),
        record.settings(),
        record.owner(),
        on,
        on.version(),
        figure,
        now,
        null,
        0,
        0,
        null);
  }

  /** User whose job it is. */
  public Optional<String> user() {
    return Optional.ofNullable(owner);
  }

  /** The number of the retraining that was submitted. */
  public Optional<Long> submitted() {
    return Optional.ofNullable(running);
  }

  /** The same behind another model that was trained on and published. */
  public RetrainWatch follows(GraphChange on, @Nullable Double tested) {
    return with(
        on, Math.max(seen, on.version()), tested, looked, running, retrainings, published, last);
  }

  /** The same while a retraining runs. */
  public RetrainWatch submits(long number) {
    return with(base, seen, figure, looked, number, retrainings, published, last);
  }

  /**
   * The same behind a retraining that could not begin, or has failed for now: it is tried again.
   */
  public RetrainWatch failed(long now, String why) {
    return with(base, seen, figure, now, null, retrainings, published, why);
  }

  /** The same behind a retraining that has no result: the next version is tried. */
  public RetrainWatch gaveUp(long version, long now, String why) {
    return with(base, Math.max(seen, version), figure, now, null, retrainings + 1, published, why);
  }

  /** The same behind a look at a version on which the model is good enough. */
  public RetrainWatch spared(long version, long now, String why) {
    return with(base, Math.max(seen, version), figure, now, null, retrainings, published, why);
  }

  /** The same behind a retraining whose model was worse. */
  public RetrainWatch tried(GraphChange on, long now, String why) {
    return with(
        on, Math.max(seen, on.version()), figure, now, null, retrainings + 1, published, why);
  }

  /** The same behind a retraining whose model is the current one. */
  public RetrainWatch trained(GraphChange on, @Nullable Double tested, long now, String why) {
    return with(
        on, Math.max(seen, on.version()), tested, now, null, retrainings + 1, published + 1, why);
  }

  private RetrainWatch with(
      GraphChange on,
      long version,
      @Nullable Double tested,
      long when,
      @Nullable Long number,
      int ended,
      int successes,
      @Nullable String what) {
    return new RetrainWatch(
        graph, job, settings, owner, on, version, tested, when, number, ended, successes, what);
  }
}
