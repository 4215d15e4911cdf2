// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.Slots;
import io.graphember.jobs.limit.TimeBound;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.limit.UserJobs;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.Holdings;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;

/** Takes jobs that this node is to coordinate. Safe for use by several threads. */
public final class JobRunner {
  private static final long RECORD_BYTES = 64 << 10;
  private static final long EPOCH_BYTES = 512;

  /** Bytes of heap for a byte of pairs: of each come two objects with a key of their own. */
  private static final long OF_PAIRS = 8;

  /** Bytes of heap for a byte of slices, which are copied when they are read. */
  private static final long OF_SLICES = 2;

  private final JobParts parts;
  private final NodeThreads threads;
  private final NodeLimits limits;
  private final UserBounds bounds;
  private final UserJobs userJobs;
  private final Slots slots;
  private final RunningJobs running;
  private final JobQueue queue;

  /** No job runs. */
  @Inject
  JobRunner(
      JobParts parts,
      NodeThreads threads,
      NodeLimits limits,
      UserBounds bounds,
      UserJobs userJobs,
      RunningJobs running,
      JobQueue queue) {
    this.queue = queue;
    this.parts = parts;
    this.threads = threads;
    this.limits = limits;
    this.bounds = bounds;
    this.userJobs = userJobs;
    this.running = running;
    this.slots = new Slots("coordinates %d of at most %d jobs", limits.jobs(), "maxJobs");
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
    parts.states().requireHere();
    try {
      slots.requireFree();
      userJobs.requireFree(user);
    } catch (GraphemberException e) {
      requireWait(e, settings, user);
    }
    if (settings.job() instanceof TrainJob train) {
      parts.backends().choose(train.backend());
    }
  }

  /** Refuses a job that was refused a place, and cannot wait for one. */
  private void requireWait(
      GraphemberException refusal, JobSettings settings, Optional<String> user) {
    if (settings.queue().refused() || !JobQueue.passing(refusal)) {
      throw refusal;
    }
    queue.requireRoom(user);
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
    return begin(
        settings,
        attachment,
        user,
        job ->
            JobRecord.submitted(
                job, SettingsDocument.toJson(settings), user, self(), parts.clock().millis()));
  }

  private UUID self() {
    return parts.cluster().local().id();
  }

  private long begin(
      JobSettings settings,
      byte[] attachment,
      Optional<String> user,
      LongFunction<JobRecord> recorded) {
    final Optional<Holdings> places = admitOrWait(settings, attachment, user);
    if (places.isEmpty()) {
      return enqueue(settings, attachment, recorded);
    }
    try {
      final JobRecord record = register(attachment, recorded);
      start(record, settings, attachment, Optional.empty(), places.get());
      return record.job();
    } catch (RuntimeException | Error e) {
      places.get().close();
      throw e;
    }
  }

  private JobRecord register(byte[] attachment, LongFunction<JobRecord> recorded) {
    final JobRecord record = recorded.apply(parts.graphs().nextJob());
    parts.jobs().putAttachment(record.job(), attachment);
    if (record.waits().isPresent()) { // first: it may begin at once, and that is said then
      parts.jobs().begin(JobQueue.state(record, Optional.empty()));
    }
    parts.records().begin(record);
    return record;
  }

  private long enqueue(JobSettings settings, byte[] attachment, LongFunction<JobRecord> recorded) {
    try (RoomReservation room = reserveRecord(settings, attachment)) {
      return register(attachment, job -> recorded.apply(job).waiting(waiting(settings))).job();
    }
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
   * The places that a job takes here; empty if it is to wait for them, which it may.
   *
   * @throws GraphemberException if it neither begins nor waits
   */
  private Optional<Holdings> admitOrWait(
      JobSettings settings, byte[] attachment, Optional<String> user) {
    try {
      if (settings.queue().refused() || queue.isEmpty()) { // nobody is overtaken
        return Optional.of(admit(settings, attachment, user));
      }
      parts.majority().require("Job " + settings.name());
      parts.states().requireHere();
      queue.requireRoom(user);
    } catch (GraphemberException e) {
      requireWait(e, settings, user);
    }
    return Optional.empty();
  }

  /** The places that a job takes here, if it may. */
  private Holdings admit(JobSettings settings, byte[] attachment, Optional<String> user) {
    parts.majority().require("Job " + settings.name());
    parts.states().requireHere(); // before it may be busy: another node may be neither
    Holdings places = new Holdings();
    try {
      places.add(slots.take()::close);
      // And after it counts: whoever drains the node sees the job, or the job sees that.
      parts.states().requireHere();
      places.add(userJobs.take(user)::close);
      reserve(places, settings, attachment, user);
      return places;
    } catch (RuntimeException | Error e) {
      places.close();
      throw e;
    }
  }

  private void reserve(
      Holdings places, JobSettings settings, byte[] attachment, Optional<String> user) {
    places.add(
        parts
                .of(user)
                .budget()
                .take(
                    attachedBytes(settings, attachment), "The attachment of job " + settings.name())
            ::close);
    places.add(reserveRecord(settings, attachment)::close);
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
    final Optional<Holdings> places = admitOrWait(settings, attachment, user);
    if (places.isEmpty()) {
      return enqueueAgain(record, settings);
    }
    try {
      final JobRecord mine =
          (record.running()
                  ? parts.records().adopt(record.job(), record.coordinator(), self())
                  : parts.records().resume(record.job(), self(), parts.clock().millis()))
              .orElseThrow(() -> Resumption.running(record));
      start(mine, settings, attachment, lastState(mine), places.get());
      return mine.job();
    } catch (RuntimeException | Error e) {
      places.get().close();
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
    final Holdings places = admit(settings, attachment, waiting.get().user());
    try {
      final Optional<JobRecord> mine = parts.records().start(job, self(), parts.clock().millis());
      if (mine.isEmpty()) {
        places.close();
        return;
      }
      start(mine.get(), settings, attachment, lastState(mine.get()), places);
    } catch (RuntimeException | Error e) {
      places.close();
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
    (parts.cluster().has(before)
            ? parts.records().handOver(job, before, self())
            : parts.records().adopt(job, before, self()))
        .ifPresent(this::adopt);
  }

  private void adopt(JobRecord record) {
    try {
      goOn(record);
    } catch (RuntimeException e) {
      parts.log().warning("Job %d cannot go on here: %s".formatted(record.job(), e.getMessage()));
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
    final Holdings places = new Holdings();
    places.add(slots.takeAnyway()::close);
    places.add(userJobs.takeAnyway(record.user())::close);
    final JobCoordinator coordinator =
        coordinator(record, settings, attachment, lastState(record), places);
    try {
      reserve(places, settings, attachment, record.user());
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
      Holdings places) {
    final long ranMillis = Math.max(0, parts.clock().millis() - record.begun());
    final Optional<String> user = record.user();
    return new JobCoordinator(
        parts.of(user),
        settings,
        attachment,
        record,
        before,
        TimeBound.of(limits, bounds.of(user), user, ranMillis),
        places,
        threads.coordinators());
  }

  private void start(
      JobRecord record,
      JobSettings settings,
      byte[] attachment,
      Optional<JobState> before,
      Holdings places) {
    final JobCoordinator coordinator = coordinator(record, settings, attachment, before, places);
    try {
      start(record.job(), coordinator);
    } catch (GraphemberException e) {
      coordinator.refused(e);
      throw e;
    }
  }

  private static long attachedBytes(JobSettings settings, byte[] attachment) {
    return (slices(settings) ? OF_SLICES : OF_PAIRS) * attachment.length;
  }

  private static boolean slices(JobSettings settings) {
    return settings.job() instanceof InferJob infer && infer.inference().edgeFile() == null;
  }

  private RoomReservation reserveRecord(JobSettings settings, byte[] attachment) {
    return parts
        .room()
        .reserveNow(
            List.of(
                Demand.everywhere(
                    RECORD_BYTES
                        + attachment.length
                        + EPOCH_BYTES * Math.min(settings.job().epochs(), JobCatalog.MOST_EPOCHS))),
            "The record of job " + settings.name());
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
    }
  }

  /** Number of jobs that this node runs or is about to. */
  public int takenJobs() {
    return slots.taken();
  }
}
