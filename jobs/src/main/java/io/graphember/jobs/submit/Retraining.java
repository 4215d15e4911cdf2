// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.result.ResultName;
import io.graphember.jobs.retrain.GraphChange;
import io.graphember.jobs.retrain.RetrainDecision;
import io.graphember.jobs.retrain.RetrainWatch;
import io.graphember.jobs.retrain.RetrainWatches;
import io.graphember.jobs.run.JobParts;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.update.RetrainSettings;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Trains models on when their graphs have changed. The oldest server node decides, by what the
 * catalog says alone: when it is lost the next one goes on. A retraining is a job in the name of
 * the user whose model it is, and waits for its place as others do. Safe for use by several
 * threads.
 */
public final class Retraining {
  /** A retraining waits for a place at least so long: nobody is there to submit it again. */
  private static final int LEAST_WAIT_SECONDS = 600;

  private final JobParts parts;
  private final JobRunner runner;
  private final RetrainWatches watches;
  private final AtomicBoolean looks = new AtomicBoolean();

  /** Nothing runs yet. */
  @Inject
  public Retraining(JobParts parts, JobRunner runner) {
    this.parts = parts;
    this.runner = runner;
    this.watches = parts.graphs().retrains();
  }

  /**
   * Looks at the graphs of all models that are watched, if this node is to decide, and at what has
   * become of their retrainings. What fails is tried again when it looks again.
   */
  public void look() {
    if (!parts.cluster().isOldest() || !parts.majority().holds() || looks.getAndSet(true)) {
      return;
    }
    try {
      for (RetrainWatch watch : watches.all()) {
        look(watch);
      }
    } finally {
      looks.set(false);
    }
  }

  private void look(RetrainWatch watch) {
    try {
      if (watch.running() != null) {
        settle(watch, watch.running());
      } else {
        current(watch.graph()).ifPresent(graph -> decide(watch, graph));
      }
    } catch (GraphemberException e) {
      parts
          .log()
          .warning(
              "the model of job %s on graph %s is not looked at: %s"
                  .formatted(watch.job(), watch.graph(), e.getMessage()));
    }
  }

  private Optional<GraphInfo> current(String name) {
    return parts.graphs().graphs().stream()
        .filter(graph -> graph.name().equals(name))
        .reduce((older, newer) -> newer);
  }

  private void decide(RetrainWatch watch, GraphInfo graph) {
    final SettingsDocument document =
        SettingsDocument.parse("job " + watch.job(), watch.settings());
    final TrainJob job = document.bind(JobSettings.class).train();
    final RetrainSettings retrain = job.retraining().orElseThrow();
    final RetrainDecision decision =
        RetrainDecision.of(
            retrain, job.task().objective(), watch, GraphChange.of(graph), parts.clock().millis());
    if (decision.begins()) {
      submit(watch, settings(document, retrain, decision.onlyBelow()));
    }
  }

  /** The job that trains the model on. */
  private static JobSettings settings(
      SettingsDocument document, RetrainSettings retrain, OptionalDouble onlyBelow) {
    final SettingsDocument changed =
        document
            .set("training.epochs=" + retrain.epochs())
            .set("model.from=null")
            .set(
                "update={tolerance: %s%s}"
                    .formatted(
                        retrain.tolerance(),
                        onlyBelow.isPresent() ? ", onlyBelow: " + onlyBelow.getAsDouble() : ""));
    final int waits = changed.bind(JobSettings.class).queue().waitSeconds();
    return changed
        .set("queue.waitSeconds=" + Math.max(waits, LEAST_WAIT_SECONDS))
        .bind(JobSettings.class);
  }

  private void submit(RetrainWatch watch, JobSettings settings) {
    final ResultName name = new ResultName(watch.graph(), watch.job());
    final long number = parts.records().next();
    final Optional<RetrainWatch> mine =
        watches.change(name, now -> now.equals(watch) ? now.submits(number) : now);
    if (mine.filter(now -> now.submitted().filter(job -> job == number).isPresent()).isEmpty()) {
      return; // it has ended, or another node was faster
    }
    try {
      runner.queue(number, settings, watch.user());
      parts
          .log()
          .info(
              "job %d trains the model of job %s on graph %s on"
                  .formatted(number, watch.job(), watch.graph()));
    } catch (GraphemberException e) {
      watches.change(
          name,
          now ->
              now.failed(
                  parts.clock().millis(),
                  "could not begin, %s: %s".formatted(e.code(), e.getMessage())));
    }
  }

  /** Writes down what has become of a retraining, once it has ended. */
  private void settle(RetrainWatch watch, long number) {
    if (parts.records().running(number)) {
      return;
    }
    final ResultName name = new ResultName(watch.graph(), watch.job());
    final Optional<JobState> state = parts.jobs().find(number);
    final long now = parts.clock().millis();
    if (state.isEmpty()) { // the node that was to submit it is lost
      watches.change(name, it -> it.failed(it.looked(), "was not submitted"));
      return;
    }
    switch (state.get().status()) {
      case DONE -> done(name, number, parts.jobs().result(number), now);
      case FAILED -> failed(watch, name, number, state.get().error(), now);
      case CANCELLED ->
          watches.change(
              name, it -> it.gaveUp(newest(watch), now, "job %d was cancelled".formatted(number)));
      case QUEUED, RUNNING -> {} // its record has just been written, or is to be
    }
  }

  private void done(ResultName name, long number, JobResult result, long now) {
    final GraphChange on = GraphChange.of(result.graph());
    final JobResult.Update update = result.update();
    if (update == null) {
      watches.change(
          name, it -> it.gaveUp(on.version(), now, "job %d is another".formatted(number)));
      return;
    }
    final String last =
        "job %d: %s; features have drifted by %.3f since version %d"
            .formatted(
                number, update.why(), update.drift().stabilityIndex(), update.drift().since());
    if (update.published()) {
      watches.change(name, it -> it.trained(on, update.after(), now, last));
    } else if (update.after() == null) {
      watches.change(name, it -> it.spared(on.version(), now, last));
    } else {
      watches.change(name, it -> it.tried(on, now, last));
    }
  }

  /** What the user or the engine must mend first is not tried again on the same version. */
  private void failed(
      RetrainWatch watch, ResultName name, long number, @Nullable ErrorInfo error, long now) {
    final String last =
        error == null
            ? "job %d failed".formatted(number)
            : "job %d failed, %s: %s".formatted(number, error.code(), error.message());
    final boolean passing =
        error != null
            && (error.category() == ErrorCategory.CLUSTER
                || error.category() == ErrorCategory.RESOURCE);
    watches.change(
        name, it -> passing ? it.failed(now, last) : it.gaveUp(newest(watch), now, last));
  }

  private long newest(RetrainWatch watch) {
    return current(watch.graph()).map(GraphInfo::version).orElse(watch.seen());
  }
}
