// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.backend.Backends;
import io.graphember.ignite.backend.SliceEngines;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.catalog.JobCatalog;
import io.graphember.ignite.catalog.ModelCatalog;
import io.graphember.ignite.catalog.StoredModel;
import io.graphember.ignite.drain.NodeStates;
import io.graphember.ignite.limit.UserMemory;
import io.graphember.ignite.live.KeptRows;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.majority.Majority;
import io.graphember.ignite.majority.MajorityWait;
import io.graphember.ignite.room.Demand;
import io.graphember.ignite.room.Room;
import io.graphember.ignite.room.RoomReservation;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.ignite.Ignite;

/**
 * What coordinators of jobs use of their node.
 *
 * @param ignite the node
 * @param calls calls to other nodes
 * @param backends the installed backends
 * @param engines the installed engines for slices
 * @param majority the rule that keeps two halves of a cluster from both going on
 * @param graphs graphs and publications
 * @param jobs states and results of jobs
 * @param models parameters that jobs left
 * @param room room in the data regions
 * @param caches names and configurations of caches
 * @param live slabs of the node
 * @param budget memory of the node; of a job, within that of its user
 * @param users memory of users
 * @param states which nodes take new work
 * @param configuration configuration of the node
 * @param owner user of the job; empty if nobody knows
 */
record JobParts(
    Ignite ignite,
    NodeCalls calls,
    Backends backends,
    SliceEngines engines,
    Majority majority,
    GraphCatalog graphs,
    JobCatalog jobs,
    ModelCatalog models,
    Room room,
    GraphemberCaches caches,
    LiveStore live,
    MemoryBudget budget,
    UserMemory users,
    NodeStates states,
    GraphemberConfiguration configuration,
    Optional<String> owner) {
  /** What no job uses yet. */
  @Inject
  JobParts(
      Ignite ignite,
      NodeCalls calls,
      Backends backends,
      SliceEngines engines,
      Majority majority,
      GraphCatalog graphs,
      JobCatalog jobs,
      ModelCatalog models,
      Room room,
      GraphemberCaches caches,
      LiveStore live,
      MemoryBudget budget,
      UserMemory users,
      NodeStates states,
      GraphemberConfiguration configuration) {
    this(
        ignite,
        calls,
        backends,
        engines,
        majority,
        graphs,
        jobs,
        models,
        room,
        caches,
        live,
        budget,
        users,
        states,
        configuration,
        Optional.empty());
  }

  /** The same for a job of a user. */
  JobParts of(Optional<String> user) {
    return new JobParts(
        ignite,
        calls,
        backends,
        engines,
        majority,
        graphs,
        jobs,
        models,
        room,
        caches,
        live,
        budget.within(users.of(user)),
        users,
        states,
        configuration,
        user);
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
  KeptRows learnedRows(long job, String setting, String from, StoredModel model, GraphInfo graph) {
    final String cache = model.learnedRows().orElse(null);
    if (model.graphVersion() != graph.version()
        || cache == null
        || !graphs.useRows(job, calls.self(), cache)) {
      throw new GraphemberException(
          NodeError.MODEL_MISMATCH,
          "%s = %s: that job has learned rows of version %d of graph %s, this is version %d; rows belong to the vertices of one version."
              .formatted(setting, from, model.graphVersion(), graph.name(), graph.version()));
    }
    return new KeptRows(cache, graphs.manifest(cache));
  }

  /**
   * Room for what a job publishes, reserved before it does anything.
   *
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}
   */
  RoomReservation reserveResults(String job, List<Demand> demands, Cancellation cancellation) {
    return room.reserve(demands, "What job " + job + " leaves", cancellation);
  }

  /** The waits of a job for a majority. */
  MajorityWait majorityWait(String job, JobMonitor monitor, Cancellation cancellation) {
    return new MajorityWait(
        majority,
        "Job " + job,
        configuration.getMajorityTimeoutMillis(),
        monitor::paused,
        cancellation);
  }

  /** Versions of what takes part in every job, in the order in which they are shown. */
  Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("graphember", GraphemberVersion.current());
    versions.put("ignite", ignite.version().toString());
    versions.put("java", Runtime.version().toString());
    return versions;
  }
}
