// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.backend.Backends;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.catalog.ModelCatalog;
import io.graphember.ignite.drain.NodeStates;
import io.graphember.ignite.footprint.NativeMemory;
import io.graphember.ignite.job.JobRunner;
import io.graphember.ignite.job.RunningJobs;
import io.graphember.ignite.limit.UserMemory;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.ignite.majority.StorageNodes;
import io.graphember.ignite.node.NodeThreads;
import io.graphember.ignite.share.LocalShares;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.schedule.TaskQueue;
import jakarta.inject.Inject;
import org.apache.ignite.Ignite;

/** Parts of a node of this JVM that tests look at. */
public final class NodeView {
  @Inject private Ignite ignite;
  @Inject private TaskQueue gathers;
  @Inject private MemoryBudget budget;
  @Inject private LiveStore live;
  @Inject private GraphCatalog graphs;
  @Inject private NodeStates states;
  @Inject private JobRunner runner;
  @Inject private RunningJobs running;
  @Inject private NodeCalls calls;
  @Inject private LocalShares shares;
  @Inject private StorageNodes storageNodes;
  @Inject private Backends backends;
  @Inject private NativeMemory nativeMemory;
  @Inject private LoadSessions loads;
  @Inject private UserMemory users;
  @Inject private NodeThreads threads;
  @Inject private ModelCatalog models;

  private NodeView() {}

  /** Of a server node that has started. */
  public static NodeView of(Ignite node) {
    GraphemberPlugin plugin = node.plugin(GraphemberPlugin.NAME);
    NodeView view = new NodeView();
    plugin.inject(view);
    return view;
  }

  public Ignite ignite() {
    return ignite;
  }

  public TaskQueue gathers() {
    return gathers;
  }

  public MemoryBudget budget() {
    return budget;
  }

  public LiveStore live() {
    return live;
  }

  public GraphCatalog graphs() {
    return graphs;
  }

  public NodeStates states() {
    return states;
  }

  public RunningJobs running() {
    return running;
  }

  public JobRunner runner() {
    return runner;
  }

  public NodeCalls calls() {
    return calls;
  }

  public LocalShares shares() {
    return shares;
  }

  public StorageNodes storageNodes() {
    return storageNodes;
  }

  public Backends backends() {
    return backends;
  }

  public NativeMemory nativeMemory() {
    return nativeMemory;
  }

  public LoadSessions loads() {
    return loads;
  }

  public UserMemory users() {
    return users;
  }

  public NodeThreads threads() {
    return threads;
  }

  public ModelCatalog models() {
    return models;
  }
}
