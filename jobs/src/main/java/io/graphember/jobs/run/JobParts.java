// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobState;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.backend.SliceEngines;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.cluster.SoftwareVersions;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.majority.MajorityWait;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.record.JobRecords;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What coordinators of jobs use of their node.
 *
 * @param cluster the nodes
 * @param log the log of this one; of a job, lines about it
 * @param calls calls to other nodes
 * @param backends the installed backends
 * @param engines the installed engines for slices
 * @param majority the rule that keeps two halves of a cluster from both going on
 * @param graphs graphs and publications
 * @param jobs states and results of jobs
 * @param records what nodes need that go on with jobs
 * @param models parameters that jobs left
 * @param room room in the data regions
 * @param caches the caches of the cluster
 * @param live slabs of the node
 * @param budget memory of the node; of a job, within that of its user
 * @param users memory of users
 * @param states which nodes take new work
 * @param limits what jobs may take and outlive
 * @param counts what became of the jobs of this node
 * @param clock times at which jobs begin and end
 * @param software versions of what takes part in every job
 * @param owner user of the job; empty if nobody knows
 */
public record JobParts(
    Cluster cluster,
    NodeLog log,
    NodeCalls calls,
    Backends backends,
    SliceEngines engines,
    Majority majority,
    GraphCatalog graphs,
    JobCatalog jobs,
    JobRecords records,
    ModelCatalog models,
    Room room,
    Caches caches,
    LiveStore live,
    MemoryBudget budget,
    UserMemory users,
    NodeStates states,
    JobLimits limits,
    JobCounts counts,
    Clock clock,
    SoftwareVersions software,
    Optional<String> owner) {
  /** What no job uses yet. */
  @Inject
  JobParts(
      Cluster cluster,
      NodeLog log,
      NodeCalls calls,
      Backends backends,
      SliceEngines engines,
      Majority majority,
      GraphCatalog graphs,
      JobCatalog jobs,
      JobRecords records,
      ModelCatalog models,
      Room room,
      Caches caches,
      LiveStore live,
      MemoryBudget budget,
      UserMemory users,
      NodeStates states,
      JobLimits limits,
      JobCounts counts,
      Clock clock,
      SoftwareVersions software) {
    this(
        cluster,
        log,
        calls,
        backends,
        engines,
        majority,
        graphs,
        jobs,
        records,
        models,
        room,
        caches,
        live,
        budget,
        users,
        states,
        limits,
        counts,
        clock,
        software,
        Optional.empty());
  }

  /**
   * The same for a job.
   *
   * @param graph name of its graph
   * @param user its user; empty if nobody knows
   */
  public JobParts of(long job, String graph, Optional<String> user) {
    return new JobParts(
        cluster,
        new JobLog(log, job, graph, cluster.local().name()),
        calls,
        backends,
        engines,
        majority,
        graphs,
        jobs,
        records,
        models,
        room,
        caches,
        live,
        budget.within(users.of(user)),
        users,
        states,
        limits,
        counts,
        clock,
        software,
        user);
  }

  /**
   * The log of this node for a job that it does not run, or not yet; also where the catalog does
   * not answer.
   *
   * @param job its number
   */
  public NodeLog logOf(long job) {
    return new JobLog(log, job, graphOf(job), cluster.local().name());
  }

  private String graphOf(long job) {
    try {
      return jobs.find(job).map(JobState::graph).orElse("?");
    } catch (GraphemberException e) {
      return "?";
    }
  }

  /**
   * The rows that were learned with a model, which stay until the job that asks is released.
   *
   * @param job number of that job
   * @param setting name of the setting that names the model's job, for messages
   * @param from the model's job
   * @param graph what the rows are wanted for: they belong to the vertices of one version
   * @throws GraphemberException with code {@link NodeError#MODEL_MISMATCH}
   */
  public CheckpointedEmbeddings learnableEmbeddings(
      long job, String setting, String from, StoredModel model, GraphInfo graph) {
    return model
        .learnableEmbeddings()
        .filter(cache -> model.graphVersion() == graph.version())
        .filter(cache -> graphs.useRows(job, calls.self(), cache))
        .flatMap(
            cache -> graphs.manifest(cache).map(last -> new CheckpointedEmbeddings(cache, last)))
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.MODEL_MISMATCH,
                    "%s = %s: that job has learnable embeddings of version %d of graph %s, this is version %d; rows belong to the vertices of one version."
                        .formatted(
                            setting, from, model.graphVersion(), graph.name(), graph.version())));
  }

  /**
   * Room for what a job publishes, reserved before it does anything.
   *
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}
   */
  public RoomReservation reserveResults(
      String job, List<Demand> demands, Cancellation cancellation) {
    return room.reserve(demands, "What job " + job + " leaves", cancellation);
  }

  /** The waits of a job for a majority. */
  public MajorityWait majorityWait(String job, JobMonitor monitor, Cancellation cancellation) {
    return new MajorityWait(
        majority, "Job " + job, limits.majorityMillis(), monitor::paused, cancellation);
  }

  /** Ends a job that nobody goes on with; its last complete checkpoint stays. */
  public void fail(JobRecord record, GraphemberException why) {
    jobs.find(record.job())
        .ifPresent(
            state ->
                jobs.put(
                    state
                        .with(JobState.Status.FAILED)
                        .because(ErrorInfo.of(why), graphs.keptStep(record.job()))
                        .endedAt(clock.millis())));
    ended(record, JobState.Status.FAILED);
  }

  /** Forgets a job that is done; of another one stays what it needs to be resumed. */
  public void ended(JobRecord record, JobState.Status how) {
    counts.ended(how);
    if (how == JobState.Status.DONE) {
      graphs.endCheckpoints(record.job()); // first: a checkpoint without a job that runs is offered
      records.done(record.job());
      jobs.dropAttachment(record.job());
    } else {
      records.ended(record.job(), record.coordinator());
    }
  }

  /** Versions of what takes part in every job, in the order in which they are shown. */
  public Map<String, String> versions() {
    return new LinkedHashMap<>(software.byName());
  }
}
