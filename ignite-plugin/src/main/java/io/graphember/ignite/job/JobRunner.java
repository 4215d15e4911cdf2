// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobState;
import io.graphember.ignite.catalog.JobCatalog;
import io.graphember.ignite.room.Demand;
import io.graphember.ignite.room.RoomReservation;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The jobs that this node coordinates. Safe for use by several threads. */
public final class JobRunner {
  private static final long RECORD_BYTES = 64 << 10;
  private static final long EPOCH_BYTES = 512;

  /** Bytes of heap for a byte of edges: of each come two objects with a key of their own. */
  private static final long OF_EDGES = 8;

  /** Bytes of heap for a byte of slices, which are copied when they are read. */
  private static final long OF_SLICES = 2;

  private final JobParts parts;
  private final NodeThreads threads;
  private final Map<Long, JobCoordinator> running = new ConcurrentHashMap<>();

  /** No job runs. */
  @Inject
  JobRunner(JobParts parts, NodeThreads threads) {
    this.parts = parts;
    this.threads = threads;
  }

  /**
   * Refuses a job that this node cannot run, whatever its graph.
   *
   * @throws GraphemberException with the code of a backend that is not installed
   */
  public void check(JobSettings settings) {
    if (settings.embedding() == null && settings.inference() == null) {
      parts.backends().choose(settings.backend());
    }
  }

  /**
   * Starts a job; its number.
   *
   * @param attachment edge pieces or slices, not looked at yet; empty for none
   * @throws GraphemberException if the node has no memory for the attachment, or no thread, or no
   *     node has room for what is said of the job, or there is no majority
   */
  public long submit(JobSettings settings, byte[] attachment) {
    parts.majority().require("Job " + settings.name());
    Held held = hold(settings, attachment);
    try {
      return submit(settings, attachment, held);
    } catch (RuntimeException | Error e) {
      held.close();
      throw e;
    }
  }

  /**
   * What a job holds from its first byte to its end.
   *
   * @param memory for what the client has sent
   * @param record room for what the catalogs say of the job, on all nodes
   */
  private record Held(MemoryBudget.Reservation memory, RoomReservation record)
      implements AutoCloseable {
    @Override
    public void close() {
      memory.close();
      record.close();
    }
  }

  private Held hold(JobSettings settings, byte[] attachment) {
    MemoryBudget.Reservation memory =
        parts
            .budget()
            .take(attachedBytes(settings, attachment), "The attachment of job " + settings.name());
    try {
      return new Held(memory, reserveRecord(settings));
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  private static long attachedBytes(JobSettings settings, byte[] attachment) {
    return (settings.inference() == null ? OF_EDGES : OF_SLICES) * attachment.length;
  }

  private RoomReservation reserveRecord(JobSettings settings) {
    return parts
        .room()
        .reserve(
            List.of(
                Demand.everywhere(
                    RECORD_BYTES
                        + EPOCH_BYTES * Math.min(settings.epochs(), JobCatalog.MOST_EPOCHS))),
            "The record of job " + settings.name(),
            Cancellation.NEVER);
  }

  private long submit(JobSettings settings, byte[] attachment, Held held) {
    long job = parts.graphs().nextJob();
    JobCoordinator coordinator = new JobCoordinator(parts, settings, attachment, job);
    running.put(job, coordinator);
    try {
      threads.coordinators().execute(() -> run(job, coordinator, held));
    } catch (GraphemberException e) {
      running.remove(job);
      coordinator.refused(e);
      throw e;
    }
    return job;
  }

  private void run(long job, JobCoordinator coordinator, Held held) {
    try (held) {
      coordinator.run();
    } finally {
      running.remove(job);
    }
  }

  /** The state of a job that this node runs, or null. */
  public JobState state(long job) {
    JobCoordinator coordinator = running.get(job);
    return coordinator == null ? null : coordinator.monitor().state();
  }

  /** Asks a job to stop; true if this node runs it. */
  public boolean cancel(long job) {
    JobCoordinator coordinator = running.get(job);
    if (coordinator != null) {
      coordinator.cancel();
    }
    return coordinator != null;
  }

  /** Hears from a trainer. */
  void report(long job, JobPhase phase, EpochInfo epoch) {
    JobCoordinator coordinator = running.get(job);
    if (coordinator != null) {
      coordinator.monitor().phase(phase);
      if (epoch != null) {
        coordinator.monitor().epoch(epoch);
      }
    }
  }

  /** Hears from a node that infers. */
  void inferred(long job, UUID node, int layer, long masters) {
    JobCoordinator coordinator = running.get(job);
    if (coordinator != null) {
      coordinator.inferred(node, layer, masters);
    }
  }

  /** Asks all jobs to stop. */
  public void cancelAll() {
    running.values().forEach(JobCoordinator::cancel);
  }

  /** Number of jobs that this node runs. */
  public int runningJobs() {
    return running.size();
  }
}
