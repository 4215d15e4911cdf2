// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.TimeBound;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.Holdings;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** Takes jobs that this node is to coordinate. Safe for use by several threads. */
public final class JobRunner {
  private final JobParts parts;
  private final NodeThreads threads;
  private final NodeLimits limits;
  private final UserBounds bounds;
  private final JobPlaces places;
  private final RunningJobs running;

  /** No job runs. */
  @Inject
  JobRunner(
      JobParts parts,
      NodeThreads threads,
      NodeLimits limits,
      UserBounds bounds,
      JobPlaces places,
      RunningJobs running) {
    this.places = places;
    this.parts = parts;
    this.threads = threads;
    this.limits = limits;
    this.bounds = bounds;
    this.running = running;
  }

  /**
   * Refuses a job that this node cannot run, whatever its graph, or that neither begins nor waits
   * at the moment.
   *
   * @param user who asks; empty if nobody knows
   * @throws GraphemberException with the code of a backend that is not installed, or of {@link
   *     #submit}
   */
  public void check(JobSettings settings, Optional<String> user) {
    places.requireSome(settings, user);
    if (settings.job() instanceof TrainJob train) {
      parts.backends().choose(train.backend());
    }
  }

  /**
   * Starts a job, or lets it wait for a place; its number.
   *
   * @param attachment pairs or slices, not looked at yet; empty for none
   * @param user who submits it; empty if nobody knows
   * @throws GraphemberException if the node takes no new work; if the job must wait and may not, or
   *     as many wait as may; if the node has no memory for the attachment, or no thread, or no node
   *     has room for what is said of the job, or there is no majority
   */
  public long submit(JobSettings settings, byte[] attachment, Optional<String> user) {
    return submit(parts.records()::next, settings, attachment, user);
  }

  /**
   * The same with a number of the caller's, who can see afterwards whether he has submitted it.
   *
   * @param number drawn by {@link io.graphember.jobs.record.JobRecords#next}, of no job yet; asked
   *     for once it is known that the job is not refused
   */
  public long submit(
      LongSupplier number, JobSettings settings, byte[] attachment, Optional<String> user) {
    return begin(
        number,
        settings,
        attachment,
        user,
        job ->
            JobRecord.submitted(
                job, SettingsDocument.toJson(settings), user, self(), parts.clock().millis()));
  }

  /**
   * Lets a job wait for a place at any node, whether this one takes new work or not. It waits at
   * least as long as the node that decides needs to look.
   *
   * @param number drawn by {@link io.graphember.jobs.record.JobRecords#next}, of no job yet
   * @param user whose job it is; empty if nobody knows
   * @throws GraphemberException if as many jobs wait as may, no node has room for what is said of
   *     it, or there is no majority
   */
  public void queue(long number, JobSettings settings, Optional<String> user) {
    places.requireQueue(settings, user);
    enqueue(
        () -> number,
        settings,
        new byte[0],
        job ->
            JobRecord.submitted(
                job, SettingsDocument.toJson(settings), user, self(), parts.clock().millis()));
  }

  private UUID self() {
    return parts.cluster().local().id();
  }

  private long begin(
      LongSupplier number,
      JobSettings settings,
      byte[] attachment,
      Optional<String> user,
      LongFunction<JobRecord> recorded) {
    final Optional<Holdings> taken = places.takeOrWait(settings, attachment, user);
    if (taken.isEmpty()) {
      return enqueue(number, settings, attachment, recorded);
    }
    try {
      final JobRecord record = register(attachment, recorded.apply(number.getAsLong()));
      start(record, settings, attachment, Optional.empty(), taken.get());
      return record.job();
    } catch (RuntimeException | Error e) {
      taken.get().close();
      throw e;
    }
  }

  private JobRecord register(byte[] attachment, JobRecord record) {
    parts.jobs().putAttachment(record.job(), attachment);
    if (record.waits().isPresent()) { // first: it may begin at once, and that is said then
      parts.jobs().begin(JobQueue.state(record, Optional.empty()));
    }
    parts.records().begin(record);
    return record;
  }

  private long enqueue(
      LongSupplier number,
      JobSettings settings,
      byte[] attachment,
      LongFunction<JobRecord> recorded) {
    try (RoomReservation room = places.reserveRecord(settings, attachment)) {
      return register(attachment, recorded.apply(number.getAsLong()).waiting(waiting(settings)))
          .job();
    } finally {
      lookSoon();
    }
  }

  /**
   * Has the node that decides look at the queue now: it may be that only jobs of others have no
   * place. It looks by itself, too, so nobody waits for its answer.
   */
  private void lookSoon() {
    parts
        .cluster()
        .oldest()
        .ifPresent(
            node ->
                parts
                    .calls()
                    .send(node.id(), NodeThreads.TRAINER_EXECUTOR, new AdoptionMessages.Look()));
  }

  /** Lets a job wait that has ended. */
  private long enqueueAgain(JobRecord record, JobSettings settings) {
    final long now = parts.clock().millis();
    final JobRecord.Waiting wait = waiting(settings);
    parts.jobs().put(JobQueue.state(record.waiting(wait), lastState(record)));
    return parts
        .records()
        .resume(record.job(), self(), now, wait)
        .orElseThrow(() -> Resumption.running(record))
        .job();
  }

  private JobRecord.Waiting waiting(JobSettings settings) {
    return JobQueue.waiting(settings, parts.clock().millis(), 0);
  }

  /**
   * Goes on with a job that has ended without being done, from its last checkpoint; with other
   * settings as a new job, which leaves the checkpoint to the old one.
   *
   * @param record of the job
   * @param settings what it is to go on with
   * @param user who asks; empty if nobody knows
   * @return number of the job that runs now
   * @throws GraphemberException with code {@link io.graphember.jobs.NodeError#RESUME_REFUSED} if
   *     the job runs, if its version of the graph is gone, or if settings are others that must not
   *     be; as {@link #submit}
   */
  public long resume(JobRecord record, JobSettings settings, Optional<String> user) {
    final Resumption resumption = new Resumption(record, settings);
    resumption.requireEnded(parts.cluster());
    resumption.requireGraph(parts.graphs());
    resumption.requireModel(parts.models());
    resumption.requireSame();
    if (resumption.changed()) {
      return begin(
          parts.records()::next,
          settings,
          parts.jobs().attachment(record.job()),
          user,
          job ->
              record.successor(
                  job, SettingsDocument.toJson(settings), user, self(), parts.clock().millis()));
    }
    return resumeSame(record, settings, user);
  }

  private long resumeSame(JobRecord record, JobSettings settings, Optional<String> user) {
    final byte[] attachment = parts.jobs().attachment(record.job());
    final Optional<Holdings> taken = places.takeOrWait(settings, attachment, user);
    if (taken.isEmpty()) {
      return enqueueAgain(record, settings);
    }
    try {
      final JobRecord mine =
          (record.running()
                  ? parts.records().adopt(record.job(), record.coordinator(), self())
                  : parts.records().resume(record.job(), self(), parts.clock().millis()))
              .orElseThrow(() -> Resumption.running(record));
      start(mine, settings, attachment, lastState(mine), taken.get());
      return mine.job();
    } catch (RuntimeException | Error e) {
      taken.get().close();
      throw e;
    }
  }

  /**
   * Begins with a job that waits; nothing happens if it waits no more.
   *
   * @param job its number
   * @throws GraphemberException as {@link #submit}; also if this node has no place for it
   */
  void start(long job) {
    final Optional<JobRecord> waiting =
        parts.records().find(job).filter(record -> record.waits().isPresent());
    if (waiting.isEmpty()) {
      return;
    }
    final JobSettings settings = settings(waiting.get());
    final byte[] attachment = parts.jobs().attachment(job);
    final Holdings taken = places.take(settings, attachment, waiting.get().user());
    try {
      final Optional<JobRecord> mine = parts.records().start(job, self(), parts.clock().millis());
      if (mine.isEmpty()) {
        taken.close();
        return;
      }
      start(mine.get(), settings, attachment, lastState(mine.get()), taken);
    } catch (RuntimeException | Error e) {
      taken.close();
      throw e;
    }
  }

  private static JobSettings settings(JobRecord record) {
    return SettingsDocument.parse("job", record.settings()).bind(JobSettings.class);
  }

  private Optional<JobState> lastState(JobRecord record) {
    return parts.jobs().find(record.job());
  }

  /**
   * Goes on with a job whose coordinator is lost or hands it over; nothing happens if it has ended,
   * or another node has it. It counts, but no limit of jobs keeps it from going on.
   *
   * @param job its number
   * @param before the coordinator
   */
  void adopt(long job, UUID before) {
    if (parts.cluster().has(before)) {
      parts.records().handOver(job, before, self()).ifPresent(this::adopt);
      return;
    }
    parts
        .records()
        .adopt(job, before, self())
        .ifPresent(
            record -> {
              parts.counts().survived(1);
              adopt(record);
            });
  }

  private void adopt(JobRecord record) {
    try {
      goOn(record);
    } catch (RuntimeException e) {
      parts.logOf(record.job()).warning("cannot go on here: " + e.getMessage());
      parts.fail(record, known(record, e));
    }
  }

  private GraphemberException known(JobRecord record, RuntimeException failure) {
    return failure instanceof GraphemberException error
        ? error
        : new GraphemberException(
            NodeError.NODE_LOST,
            "Job %d lost its coordinator, and node %s could not go on with it: %s."
                .formatted(record.job(), parts.cluster().local().name(), failure),
            failure);
  }

  private void goOn(JobRecord record) {
    final JobSettings settings = settings(record);
    final byte[] attachment = parts.jobs().attachment(record.job());
    final Holdings taken = places.takeAnyway(record.user());
    final JobCoordinator coordinator =
        coordinator(record, settings, attachment, lastState(record), taken);
    try {
      places.reserve(taken, settings, attachment, record.user());
      start(record.job(), coordinator);
    } catch (GraphemberException e) {
      coordinator.refused(e);
    }
  }

  private JobCoordinator coordinator(
      JobRecord record,
      JobSettings settings,
      byte[] attachment,
      Optional<JobState> before,
      Holdings taken) {
    final long ranMillis = Math.max(0, parts.clock().millis() - record.begun());
    final Optional<String> user = record.user();
    return new JobCoordinator(
        parts.of(record.job(), settings.graph().name(), user),
        settings,
        attachment,
        record,
        before,
        TimeBound.of(limits, bounds.of(user), user, ranMillis),
        taken,
        threads.coordinators());
  }

  private void start(
      JobRecord record,
      JobSettings settings,
      byte[] attachment,
      Optional<JobState> before,
      Holdings taken) {
    final JobCoordinator coordinator = coordinator(record, settings, attachment, before, taken);
    try {
      start(record.job(), coordinator);
    } catch (GraphemberException e) {
      coordinator.refused(e);
      throw e;
    }
  }

  private void start(long job, JobCoordinator coordinator) {
    running.add(job, coordinator);
    try {
      threads.coordinators().execute(() -> run(job, coordinator));
    } catch (GraphemberException e) {
      running.remove(job, coordinator);
      throw e;
    }
  }

  private void run(long job, JobCoordinator coordinator) {
    try {
      coordinator.run();
    } finally {
      running.remove(job, coordinator);
      if (queued()) {
        lookSoon();
      }
    }
  }

  private boolean queued() {
    try {
      return !parts.records().waiting().isEmpty();
    } catch (RuntimeException e) { // the node stops: another one looks
      return false;
    }
  }

  /** Number of jobs that this node runs or is about to. */
  public int takenJobs() {
    return places.taken();
  }
}
