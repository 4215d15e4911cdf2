// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobState;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.backend.Backends;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.catalog.JobCatalog;
import io.graphember.ignite.catalog.ModelCatalog;
import io.graphember.ignite.check.RegionRoom;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ignite.Ignite;

/** The jobs that this node coordinates. Safe for use by several threads. */
public final class JobRunner {
  private final Ignite ignite;
  private final NodeCalls calls;
  private final Backends backends;
  private final GraphCatalog graphs;
  private final JobCatalog jobs;
  private final ModelCatalog models;
  private final RegionRoom room;
  private final GraphemberCaches caches;
  private final LiveStore live;
  private final GraphemberConfiguration configuration;
  private final NodeThreads threads;
  private final Map<Long, JobCoordinator> running = new ConcurrentHashMap<>();

  /** No job runs. */
  @Inject
  JobRunner(
      Ignite ignite,
      NodeCalls calls,
      Backends backends,
      GraphCatalog graphs,
      JobCatalog jobs,
      ModelCatalog models,
      RegionRoom room,
      GraphemberCaches caches,
      LiveStore live,
      GraphemberConfiguration configuration,
      NodeThreads threads) {
    this.ignite = ignite;
    this.calls = calls;
    this.backends = backends;
    this.graphs = graphs;
    this.jobs = jobs;
    this.models = models;
    this.room = room;
    this.caches = caches;
    this.live = live;
    this.configuration = configuration;
    this.threads = threads;
  }

  /** Starts a job; its number. */
  public long submit(JobSettings settings) {
    long job = graphs.nextJob();
    JobCoordinator coordinator =
        new JobCoordinator(
            ignite,
            calls,
            backends,
            graphs,
            jobs,
            models,
            room,
            caches,
            live,
            configuration,
            settings,
            job);
    running.put(job, coordinator);
    try {
      threads.coordinators().execute(() -> run(job, coordinator));
    } catch (GraphemberException e) {
      running.remove(job);
      coordinator.refused(e);
      throw e;
    }
    return job;
  }

  private void run(long job, JobCoordinator coordinator) {
    try {
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

  /** Asks all jobs to stop. */
  public void cancelAll() {
    running.values().forEach(JobCoordinator::cancel);
  }

  /** Number of jobs that this node runs. */
  public int runningJobs() {
    return running.size();
  }
}
