// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.Slots;
import io.graphember.jobs.limit.UserJobs;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.Holdings;
import io.graphember.jobs.run.JobParts;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * The places of jobs that this node coordinates: one among its jobs, one among those of the user,
 * memory for what came with the job, and room for what is said of it. Safe for use by several
 * threads.
 */
final class JobPlaces {
  private static final long RECORD_BYTES = 64 << 10;
  private static final long EPOCH_BYTES = 512;

  /** Bytes of heap for a byte of pairs: of each come two objects with a key of their own. */
  private static final long OF_PAIRS = 8;

  /** Bytes of heap for a byte of slices, which are copied when they are read. */
  private static final long OF_SLICES = 2;

  private final JobParts parts;
  private final UserJobs userJobs;
  private final JobQueue queue;
  private final Slots slots;

  @Inject
  JobPlaces(JobParts parts, NodeLimits limits, UserJobs userJobs, JobQueue queue) {
    this.parts = parts;
    this.userJobs = userJobs;
    this.queue = queue;
    this.slots = new Slots("coordinates %d of at most %d jobs", limits.jobs(), "maxJobs");
  }

  /** Number of jobs that have one. */
  int taken() {
    return slots.taken();
  }

  /**
   * Refuses a job that would neither get a place now nor wait for one.
   *
   * @throws GraphemberException as {@link #takeOrWait}
   */
  void requireSome(JobSettings settings, Optional<String> user) {
    parts.states().requireHere();
    try {
      slots.requireFree();
      userJobs.requireFree(user);
    } catch (GraphemberException e) {
      requireWait(e, settings, user);
    }
  }

  /**
   * The places of a job; empty if it is to wait for them, which it may.
   *
   * @throws GraphemberException if the node takes no new work, there is no majority, or no memory
   *     or room; if the job must wait, and may not or as many wait as may
   */
  Optional<Holdings> takeOrWait(JobSettings settings, byte[] attachment, Optional<String> user) {
    if (!settings.queue().refused() && !queue.isEmpty()) { // nobody is overtaken
      requireOpen(settings);
      queue.requireRoom(user);
      return Optional.empty();
    }
    try {
      return Optional.of(take(settings, attachment, user));
    } catch (GraphemberException e) {
      requireWait(e, settings, user);
      return Optional.empty();
    }
  }

  /**
   * Refuses a job that may not wait.
   *
   * @throws GraphemberException if there is no majority, or as many jobs wait as may
   */
  void requireQueue(JobSettings settings, Optional<String> user) {
    parts.majority().require("Job " + settings.name());
    queue.requireRoom(user);
  }

  /** Refuses a job that was refused a place, and cannot wait for one. */
  private void requireWait(
      GraphemberException refusal, JobSettings settings, Optional<String> user) {
    if (settings.queue().refused() || !JobQueue.passing(refusal)) {
      throw refusal;
    }
    queue.requireRoom(user);
  }

  private void requireOpen(JobSettings settings) {
    parts.majority().require("Job " + settings.name());
    parts.states().requireHere(); // before it may be busy: another node may be neither
  }

  /**
   * The places of a job.
   *
   * @throws GraphemberException if there are none now
   */
  Holdings take(JobSettings settings, byte[] attachment, Optional<String> user) {
    requireOpen(settings);
    final Holdings places = new Holdings();
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

  /** Those of a job that ran elsewhere before: it counts, but no limit keeps it out. */
  Holdings takeAnyway(Optional<String> user) {
    final Holdings places = new Holdings();
    places.add(slots.takeAnyway()::close);
    places.add(userJobs.takeAnyway(user)::close);
    return places;
  }

  /**
   * Adds what a job holds beside its places.
   *
   * @throws GraphemberException if there is no memory or room for it
   */
  void reserve(Holdings places, JobSettings settings, byte[] attachment, Optional<String> user) {
    places.add(
        parts
                .budget()
                .within(parts.users().of(user))
                .take(
                    attachedBytes(settings, attachment), "The attachment of job " + settings.name())
            ::close);
    places.add(reserveRecord(settings, attachment)::close);
  }

  private static long attachedBytes(JobSettings settings, byte[] attachment) {
    return (slices(settings) ? OF_SLICES : OF_PAIRS) * attachment.length;
  }

  private static boolean slices(JobSettings settings) {
    return settings.job() instanceof InferJob infer && infer.inference().edgeFile() == null;
  }

  /** Room for what is said of a job and has come with it. */
  RoomReservation reserveRecord(JobSettings settings, byte[] attachment) {
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
}
