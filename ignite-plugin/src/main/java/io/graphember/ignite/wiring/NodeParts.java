// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import io.graphember.client.api.Finding;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.backend.Backends;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.catalog.JobCatalog;
import io.graphember.ignite.catalog.ModelCatalog;
import io.graphember.ignite.check.NodeChecks;
import io.graphember.ignite.checkpoint.CheckpointListing;
import io.graphember.ignite.drain.NodeStates;
import io.graphember.ignite.drain.WorkCheck;
import io.graphember.ignite.footprint.NativeMemory;
import io.graphember.ignite.job.CandidateRunner;
import io.graphember.ignite.job.EmbeddingRunner;
import io.graphember.ignite.job.InferenceRunner;
import io.graphember.ignite.job.JobRunner;
import io.graphember.ignite.job.Publisher;
import io.graphember.ignite.job.ScoreRunner;
import io.graphember.ignite.job.TrainerRunner;
import io.graphember.ignite.limit.UserMemory;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.ignite.load.RequestThreads;
import io.graphember.ignite.majority.StorageNodes;
import io.graphember.ignite.result.ResultListing;
import io.graphember.ignite.security.Permissions;
import io.graphember.ignite.share.LocalShares;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.watchdog.WatchTimer;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.schedule.TaskQueue;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;

/** The parts of one node, for what arrives at it: service requests and calls of other nodes. */
public final class NodeParts {
  /** Where Ignite says at which port its client connector listens. */
  private static final String CLIENT_PORT_ATTRIBUTE = "clientListenerPort";

  private final Ignite ignite;
  private final NodeThreads threads;
  private final MemoryBudget budget;
  private final NativeMemory nativeMemory;
  private final UserMemory users;
  private final LiveStore live;
  private final TaskQueue gathers;
  private final NodeCalls calls;
  private final Backends backends;
  private final NodeChecks checks;
  private final WorkCheck workCheck;
  private final NodeStates states;
  private final GraphemberConfiguration configuration;
  private final Permissions permissions;
  private final StorageNodes storageNodes;
  private final GraphCatalog graphs;
  private final ResultListing results;
  private final CheckpointListing checkpoints;
  private final JobCatalog jobs;
  private final ModelCatalog models;
  private final WatchTimer watch;
  private final RequestThreads requests;
  private final LoadSessions loads;
  private final LocalShares shares;
  private final JobRunner runner;
  private final TrainerRunner trainers;
  private final Publisher publisher;
  private final EmbeddingRunner embedders;
  private final InferenceRunner inference;
  private final CandidateRunner candidates;
  private final ScoreRunner scores;

  @Inject
  NodeParts(
      Ignite ignite,
      NodeThreads threads,
      MemoryBudget budget,
      NativeMemory nativeMemory,
      UserMemory users,
      LiveStore live,
      TaskQueue gathers,
      NodeCalls calls,
      Backends backends,
      NodeChecks checks,
      WorkCheck workCheck,
      NodeStates states,
      GraphemberConfiguration configuration,
      Permissions permissions,
      StorageNodes storageNodes,
      GraphCatalog graphs,
      ResultListing results,
      CheckpointListing checkpoints,
      JobCatalog jobs,
      ModelCatalog models,
      WatchTimer watch,
      RequestThreads requests,
      LoadSessions loads,
      LocalShares shares,
      JobRunner runner,
      TrainerRunner trainers,
      Publisher publisher,
      EmbeddingRunner embedders,
      InferenceRunner inference,
      CandidateRunner candidates,
      ScoreRunner scores) {
    this.ignite = ignite;
    this.threads = threads;
    this.budget = budget;
    this.nativeMemory = nativeMemory;
    this.users = users;
    this.live = live;
    this.gathers = gathers;
    this.calls = calls;
    this.backends = backends;
    this.checks = checks;
    this.workCheck = workCheck;
    this.states = states;
    this.configuration = configuration;
    this.permissions = permissions;
    this.storageNodes = storageNodes;
    this.graphs = graphs;
    this.results = results;
    this.checkpoints = checkpoints;
    this.jobs = jobs;
    this.models = models;
    this.watch = watch;
    this.requests = requests;
    this.loads = loads;
    this.shares = shares;
    this.runner = runner;
    this.trainers = trainers;
    this.publisher = publisher;
    this.embedders = embedders;
    this.inference = inference;
    this.candidates = candidates;
    this.scores = scores;
  }

  /** Name of the node for reports: its consistent id. */
  public String nodeName() {
    return String.valueOf(ignite.cluster().localNode().consistentId());
  }

  /**
   * Port at which the node takes thin clients, 0 for none. The name of a node that was given none
   * ends with another one, at which nodes speak to each other.
   */
  public int clientPort() {
    Integer port = ignite.cluster().localNode().attribute(CLIENT_PORT_ATTRIBUTE);
    return port == null ? 0 : port;
  }

  /** What jobs have learned. */
  public ModelCatalog models() {
    return models;
  }

  /** The node's memory budget. */
  public MemoryBudget budget() {
    return budget;
  }

  /** The node's native memory. */
  public NativeMemory nativeMemory() {
    return nativeMemory;
  }

  /** What users take of the node's memory. */
  public UserMemory users() {
    return users;
  }

  /** The node's slabs. */
  public LiveStore live() {
    return live;
  }

  /** Requests of other nodes that wait to be served. */
  public TaskQueue gathers() {
    return gathers;
  }

  /** Calls to other nodes. */
  public NodeCalls calls() {
    return calls;
  }

  /** The installed backends. */
  public Backends backends() {
    return backends;
  }

  /** What the node needs and has, and which nodes take new work. */
  public List<Finding> findings() {
    return Stream.concat(checks.findings().stream(), workCheck.findings().stream()).toList();
  }

  /** Which nodes take new work. */
  public NodeStates states() {
    return states;
  }

  /** The node's configuration. */
  public GraphemberConfiguration configuration() {
    return configuration;
  }

  /** The cluster's graphs and publications. */
  public GraphCatalog graphs() {
    return graphs;
  }

  /** What jobs have left, with sizes. */
  public ResultListing results() {
    return results;
  }

  /** The checkpoints that lost jobs have left. */
  public CheckpointListing checkpoints() {
    return checkpoints;
  }

  /** What callers may do. */
  public Permissions permissions() {
    return permissions;
  }

  /** The storage nodes that the cluster has. */
  public StorageNodes storageNodes() {
    return storageNodes;
  }

  /** The cluster's jobs. */
  public JobCatalog jobs() {
    return jobs;
  }

  /** The node has joined: calls of engines are looked after from now on. */
  public void started() {
    watch.start();
  }

  /** The threads that take the requests of clients. */
  public RequestThreads requests() {
    return requests;
  }

  /** The loads that this node takes. */
  public LoadSessions loads() {
    return loads;
  }

  /** The shares of loads that this node keeps. */
  public LocalShares shares() {
    return shares;
  }

  /** The jobs that this node coordinates. */
  public JobRunner runner() {
    return runner;
  }

  /** The trainers of this node. */
  public TrainerRunner trainers() {
    return trainers;
  }

  /** The publisher of this node. */
  public Publisher publisher() {
    return publisher;
  }

  /** The trainers of embeddings of this node. */
  public EmbeddingRunner embedders() {
    return embedders;
  }

  /** What runs trained models over whole graphs on this node. */
  public InferenceRunner inference() {
    return inference;
  }

  /** Finds candidates. */
  public CandidateRunner candidates() {
    return candidates;
  }

  /** Scores edges. */
  public ScoreRunner scores() {
    return scores;
  }

  /** The node. */
  public Ignite ignite() {
    return ignite;
  }

  /** The node's threads. */
  public NodeThreads threads() {
    return threads;
  }

  /** Asks everything that runs to stop, and waits a little while for it. */
  public void stopWork() {
    loads.abortAll();
    shares.stop();
    runner.cancelAll();
    threads.awaitCoordinators();
  }

  /**
   * Frees slabs of jobs and shares of loads whose coordinator left; one node destroys the caches
   * that it was filling. Called by Ignite's thread of discovery events, which must not wait.
   */
  public void nodeLeft(UUID node) {
    live.releaseOf(node);
    soon(
        () -> {
          shares.releaseOf(node);
          sweep();
        });
  }

  /** The cluster was activated: sweeps. Called by Ignite's thread of discovery events, too. */
  public void activated() {
    soon(this::sweep);
  }

  private void soon(Runnable work) {
    try {
      threads.watches().execute(work);
    } catch (GraphemberException e) { // the node is busy or stops
      work.run();
    }
  }

  /**
   * One node destroys the caches that nobody fills any more, if the cluster is active: after a loss
   * of all nodes, too. Waits while the cluster changes its state.
   */
  public void sweep() {
    if (ignite.cluster().state().active()
        && ignite
            .cluster()
            .forServers()
            .forOldest()
            .nodes()
            .contains(ignite.cluster().localNode())) {
      graphs.sweepSoon();
    }
  }

  /** Stops threads and closes engines; requests of other nodes that still wait are dropped. */
  public void close() {
    try {
      gathers.close(0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.close();
    backends.close();
  }
}
