// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.Slots;
import io.graphember.jobs.limit.TimeBound;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.limit.UserJobs;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

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

  /** No job runs. */
  @Inject
  JobRunner(
      JobParts parts,
      NodeThreads threads,
      NodeLimits limits,
      UserBounds bounds,
      UserJobs userJobs,
      RunningJobs running) {
    this.parts = parts;
    this.threads = threads;
    this.limits = limits;
    this.bounds = bounds;
    this.userJobs = userJobs;
    this.running = running;
    this.slots = new Slots("coordinates %d of at most %d jobs", limits.jobs(), "maxJobs");
  }

  /**
   * Refuses a job that this node cannot run, whatever its graph, or its user may not at the moment.
   *
   * @param user who asks; empty if nobody knows
   * @throws GraphemberException with the code of a backend that is not installed, or of {@link
   *     #submit}
   */
  public void check(JobSettings settings, Optional<String> user) {
    parts.states().requireHere();
    slots.requireFree();
    userJobs.requireFree(user);
    if (settings.job() instanceof TrainJob train) {
      parts.backends().choose(train.backend());
    }
  }

  /**
   * Starts a job; its number.
   *
   * @param attachment pairs or slices, not looked at yet; empty for none
   * @param user who submits it; empty if nobody knows
   * @throws GraphemberException if the node takes no new work, if it coordinates as many jobs as it
   *     may, or the user runs as many; if the node has no memory for the attachment, or no thread,
   *     or no node has room for what is said of the job, or there is no majority
   */
  public long submit(JobSettings settings, byte[] attachment, Optional<String> user) {
    parts.majority().require("Job " + settings.name());
    parts.states().requireHere(); // before it may be busy: another node may be neither
    Holdings places = new Holdings();
    try {
      places.add(slots.take()::close);
      // And after it counts: whoever drains the node sees the job, or the job sees that.
      parts.states().requireHere();
      places.add(userJobs.take(user)::close);
      JobParts ofUser = parts.of(user);
      places.add(
          ofUser
                  .budget()
                  .take(
                      attachedBytes(settings, attachment),
                      "The attachment of job " + settings.name())
              ::close);
      return submit(ofUser, settings, attachment, places);
    } catch (RuntimeException | Error e) {
      places.close();
      throw e;
    }
  }

  private long submit(JobParts ofUser, JobSettings settings, byte[] attachment, Holdings places) {
    RoomReservation record = reserveRecord(settings);
    try {
      final long job = parts.graphs().nextJob();
      TimeBound time = TimeBound.of(limits, bounds.of(ofUser.owner()), ofUser.owner());
      start(
          job,
          new JobCoordinator(
              ofUser, settings, attachment, job, time, places, threads.coordinators()),
          record);
      return job;
    } catch (RuntimeException | Error e) {
      record.close();
      throw e;
    }
  }

  private static long attachedBytes(JobSettings settings, byte[] attachment) {
    return (slices(settings) ? OF_SLICES : OF_PAIRS) * attachment.length;
  }

  private static boolean slices(JobSettings settings) {
    return settings.job() instanceof InferJob infer && infer.inference().edgeFile() == null;
  }

  private RoomReservation reserveRecord(JobSettings settings) {
    return parts
        .room()
        .reserveNow(
            List.of(
                Demand.everywhere(
                    RECORD_BYTES
                        + EPOCH_BYTES * Math.min(settings.job().epochs(), JobCatalog.MOST_EPOCHS))),
            "The record of job " + settings.name());
  }

  private void start(long job, JobCoordinator coordinator, RoomReservation record) {
    running.add(job, coordinator);
    try {
      threads.coordinators().execute(() -> run(job, coordinator, record));
    } catch (GraphemberException e) {
      running.remove(job);
      coordinator.refused(e);
      throw e;
    }
  }

  private void run(long job, JobCoordinator coordinator, RoomReservation record) {
    try (record) {
      coordinator.run();
    } finally {
      running.remove(job);
    }
  }

  /** Number of jobs that this node runs or is about to. */
  public int takenJobs() {
    return slots.taken();
  }
}
