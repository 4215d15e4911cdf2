// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.embed.EmbeddingRun;
import io.graphember.jobs.fit.GraphFit;
import io.graphember.jobs.infer.InferenceRun;
import io.graphember.jobs.infer.LayerMeter;
import io.graphember.jobs.limit.TimeBound;
import io.graphember.jobs.model.ModelRun;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.run.CoordinatedJob;
import io.graphember.jobs.run.Holdings;
import io.graphember.jobs.run.JobMonitor;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.run.JobPhase;
import io.graphember.jobs.run.TrainerChoice;
import io.graphember.memory.MemoryError;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs one job from the node that took it, and keeps its state. Whatever happens, slabs are freed
 * and a half-made publication is destroyed. A node that stops leaves the job to another one.
 */
final class JobCoordinator implements CoordinatedJob, Runnable, Cancellation {
  private static final long ANSWER_MILLIS = 15_000;

  /** How long a job waits for trainers before it looks for them again. */
  private static final long AGAIN_MILLIS = 5_000;

  private final JobParts parts;
  private final JobSettings settings;
  private final byte[] attachment;
  private final JobRecord record;
  private final long job;
  private final TimeBound time;
  private final Holdings places;
  private final JobMonitor monitor;
  private final LayerMeter layers;
  private volatile boolean cancelled;
  private volatile boolean left; // another node goes on with it
  private volatile Optional<String> stalled = Optional.empty(); // why an engine's call is given up

  /**
   * A job that is said to run from now on.
   *
   * @param parts of the job's user
   * @param record of the job, which is in the catalog
   * @param before what was reported of the job so far; empty of a new one
   * @param time by when it must have ended
   * @param places given back before its end is said: whoever hears of it may submit the next
   * @param writer writes what is reported of the job
   */
  JobCoordinator(
      JobParts parts,
      JobSettings settings,
      byte[] attachment,
      JobRecord record,
      Optional<JobState> before,
      TimeBound time,
      Holdings places,
      Executor writer) {
    this.parts = parts;
    this.settings = settings;
    this.attachment = attachment;
    this.record = record;
    this.job = record.job();
    this.cancelled = record.cancelled();
    this.time = time;
    this.places = places;
    JobState begun =
        new JobState(
            job,
            settings.name(),
            settings.graph().name(),
            JobState.Status.RUNNING,
            JobPhase.OPEN.text(),
            settings.job().epochs(),
            before.map(JobState::epochs).orElse(List.of()),
            null,
            null,
            null,
            record.origin(),
            null,
            record.submission(settings),
            null,
            null);
    this.monitor = new JobMonitor(parts.jobs(), writer, parts.counts(), parts.log(), begun);
    this.layers = new LayerMeter(monitor);
    parts.jobs().begin(begun);
  }

  @Override
  public JobMonitor monitor() {
    return monitor;
  }

  /** Hears from a node that infers. */
  @Override
  public void inferred(UUID node, int layer, long masters) {
    layers.inferred(node, layer, masters);
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public void leave() {
    left = true;
  }

  /** The node has no thread for it. */
  void refused(GraphemberException reason) {
    end(JobState.Status.FAILED, ErrorInfo.of(reason));
  }

  /** A call of an engine does not come back: the job ends without it. */
  @Override
  public void stalled(String why) {
    stalled = Optional.of(why);
  }

  @Override
  public boolean requested() {
    return cancelled || left || stalled.isPresent() || time.passed();
  }

  @Override
  public void run() {
    long started = System.nanoTime();
    parts
        .log()
        .info(
            "%s of %s begins, job %s"
                .formatted(
                    settings.job().kind(), record.user().orElse("a client"), settings.name()));
    try {
      parts.jobs().put(runJob(started));
      end(JobState.Status.DONE, null);
    } catch (GraphemberException e) {
      if (e.is(NodeError.JOB_MOVING)) {
        handOver();
      } else if (left && !cancelled) {
        places.close();
      } else if (e.is(SpiError.CANCELLED) && !cancelled && stalled.isPresent()) {
        end(
            JobState.Status.FAILED,
            ErrorInfo.of(
                new GraphemberException(NodeError.ENGINE_STALLED, stalled.orElseThrow(), e)));
      } else if (e.is(SpiError.CANCELLED) && !cancelled && time.passed()) {
        end(JobState.Status.FAILED, ErrorInfo.of(time.exceeded(job)));
      } else if (e.is(SpiError.CANCELLED)) {
        end(JobState.Status.CANCELLED, null);
      } else if (!findsNoRoom(e) || !waitsAgain()) {
        end(JobState.Status.FAILED, ErrorInfo.of(e));
      }
    } catch (RuntimeException e) {
      if (left) { // what a node that stops cannot do any more is no failure of the job
        places.close();
        return;
      }
      parts.log().error("failed", e);
      end(JobState.Status.FAILED, internal(e));
    } catch (Error e) {
      end(JobState.Status.FAILED, internal(e));
      throw e;
    }
  }

  /**
   * Gives the job to a node that takes new work, or, if none of them answers, to this one again.
   */
  private void handOver() {
    places.close();
    for (UUID heir : heirs()) {
      try {
        new Replies(Cancellation.NEVER, ANSWER_MILLIS)
            .await(
                parts
                    .calls()
                    .send(
                        heir,
                        NodeThreads.TRAINER_EXECUTOR,
                        new AdoptionMessages.Adopt(job, parts.calls().self())),
                "the coordinator of job " + job);
        return;
      } catch (GraphemberException e) {
        parts.log().warning("node %s does not go on with it: %s".formatted(heir, e.getMessage()));
      }
    }
  }

  /** True if nodes have no place for its trainers, or no memory for it beside others. */
  private boolean findsNoRoom(GraphemberException e) {
    return e.is(NodeError.NODE_BUSY) || e.is(MemoryError.MEMORY_BUSY) && monitor.opens();
  }

  /** True if it waits from now on. */
  private boolean waitsAgain() {
    final long now = parts.clock().millis();
    final JobRecord.Waiting wait =
        JobQueue.waiting(settings, record.submission(settings).submitted(), now + AGAIN_MILLIS);
    if (settings.queue().refused() || cancelled || wait.until() <= now || runsAlone()) {
      return false;
    }
    places.close();
    return parts.records().wait(job, parts.calls().self(), wait).isPresent();
  }

  /** True if no other job runs, whose end would give it places: it has more trainers than fit. */
  private boolean runsAlone() {
    return parts.records().running().stream()
        .noneMatch(other -> other.job() != job && other.waits().isEmpty());
  }

  private List<UUID> heirs() {
    List<UUID> heirs = new ArrayList<>();
    try {
      parts.states().openInTurn().forEach(node -> heirs.add(node.id()));
    } catch (GraphemberException e) { // since it was looked for
      parts.log().warning(e.getMessage());
    }
    heirs.add(parts.calls().self());
    return heirs;
  }

  private ErrorInfo internal(Throwable failure) {
    return new ErrorInfo(
        SpiError.INTERNAL.name(),
        SpiError.INTERNAL.category(),
        "Job %d failed: %s; the log of its coordinator has more.".formatted(job, failure));
  }

  private void end(JobState.Status status, @Nullable ErrorInfo error) {
    places.close();
    log(status, error);
    try {
      monitor.end(status, error, keptStep(status), parts.clock().millis());
      parts.ended(record, status);
    } catch (RuntimeException e) {
      // A node that stops cannot write any more; the others see that the coordinator is gone.
      parts.log().warning("its end could not be written: " + e.getMessage());
    }
  }

  private void log(JobState.Status status, @Nullable ErrorInfo error) {
    final String ended = status.name().toLowerCase(Locale.ROOT);
    if (error == null) {
      parts.log().info(ended);
    } else {
      parts.log().warning("%s, %s: %s".formatted(ended, error.code(), error.message()));
    }
  }

  /** Steps of the checkpoint that stays, if one does. */
  private @Nullable Long keptStep(JobState.Status status) {
    return status == JobState.Status.DONE ? null : parts.graphs().keptStep(job);
  }

  private JobResult runJob(long started) {
    // Made before the graph is looked for: what is wrong with the job itself is said first.
    final BiFunction<Long, GraphInfo, JobResult> run = kindOfRun();
    GraphInfo graph =
        parts
            .graphs()
            .use(
                job,
                parts.calls().self(),
                settings.graph().name(),
                record
                    .decision()
                    .map(JobRecord.Decided::graphVersion)
                    .orElse(settings.graph().version()));
    try {
      parts.graphs().useResults(job, parts.calls().self(), graph.name(), settings.name());
      return run.apply(started, graph);
    } catch (GraphemberException e) {
      left |= e.is(NodeError.JOB_MOVING);
      throw e;
    } finally {
      release();
    }
  }

  private BiFunction<Long, GraphInfo, JobResult> kindOfRun() {
    if (settings.job() instanceof EmbedJob) {
      EmbeddingRun run = new EmbeddingRun(parts, settings, attachment, record, monitor, this);
      return (started, graph) -> {
        decide(new JobRecord.Decided(graph.version(), null, null, null));
        return run.run(started, graph);
      };
    }
    if (settings.job() instanceof InferJob infer) {
      InferenceRun run =
          new InferenceRun(parts, settings, attachment, record, monitor, layers, this);
      return (started, graph) -> {
        GraphFit.require(graph, settings);
        final Optional<String> model =
            modelKey("inference.model", Optional.ofNullable(infer.inference().model()), graph);
        decide(new JobRecord.Decided(graph.version(), null, null, model.orElse(null)));
        return run.run(started, graph, model);
      };
    }
    final String backend =
        parts
            .backends()
            .choose(
                record
                    .decision()
                    .map(before -> Optional.ofNullable(before.backend()))
                    .orElse(settings.train().backend()));
    return (started, graph) -> train(started, graph, backend);
  }

  /** The key of the model that the job names: that of now, or that with which it began. */
  private Optional<String> modelKey(String setting, Optional<String> name, GraphInfo graph) {
    return record.decision().isPresent()
        ? record.decision().map(JobRecord.Decided::modelKey)
        : name.map(from -> parts.models().currentKey(setting, graph.name(), from));
  }

  /** Keeps what holds for the job from now on, whoever goes on with it. */
  private void decide(JobRecord.Decided decision) {
    if (record.decision().isEmpty()) {
      parts.records().decided(job, parts.calls().self(), decision);
    }
  }

  private JobResult train(long started, GraphInfo graph, String backend) {
    GraphFit.require(graph, settings);
    final JobRecord.Decided decision =
        record
            .decision()
            .orElseGet(
                () ->
                    new JobRecord.Decided(
                        graph.version(),
                        new TrainerChoice(parts.cluster(), parts.states()).of(graph, settings),
                        backend,
                        modelKey(
                                ModelRun.startSetting(settings),
                                settings.train().startsWith(settings.name()),
                                graph)
                            .orElse(null)));
    decide(decision);
    return new ModelRun(
            parts, settings.with(decision.modelTrainers()), decision, record, monitor, layers, this)
        .run(started, graph);
  }

  /** What a node that stops uses is used until the job is adopted. */
  private void release() {
    if (left) {
      return;
    }
    try {
      parts.graphs().release(job);
    } catch (RuntimeException e) {
      // Not instead of how the job ended.
      parts.log().warning("it still holds its graph: " + e.getMessage());
    }
  }
}
