// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.ignite.table.LocalReads;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.catalog.PublicationViews;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.count.TableRows;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.majority.StorageNodes;
import io.graphember.jobs.metric.MetricSets;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.predict.WarmGraphs;
import io.graphember.jobs.resident.ResidentGraphs;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.shard.LocalShards;
import io.graphember.jobs.similar.SimilarRows;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.schedule.TaskQueue;
import jakarta.inject.Inject;
import java.time.Clock;
import org.apache.ignite.Ignite;

/** Parts of a node of this JVM that tests look at. */
public final class NodeView {
  @Inject private Ignite ignite;
  @Inject private TaskQueue gathers;
  @Inject private MemoryBudget budget;
  @Inject private LiveStore live;
  @Inject private ResidentGraphs resident;
  @Inject private GraphCatalog graphs;
  @Inject private NodeStates states;
  @Inject private JobRunner runner;
  @Inject private RunningJobs running;
  @Inject private NodeCalls calls;
  @Inject private LocalShards shards;
  @Inject private LocalReads reads;
  @Inject private TableRows tableRows;
  @Inject private StorageNodes storageNodes;
  @Inject private Backends backends;
  @Inject private NativeMemory nativeMemory;
  @Inject private LoadSessions loads;
  @Inject private UserMemory users;
  @Inject private NodeThreads threads;
  @Inject private MetricSets metrics;
  @Inject private ModelCatalog models;
  @Inject private SimilarRows similar;
  @Inject private WarmGraphs warmGraphs;

  @Inject private Room room;
  @Inject private CatalogEntries entries;
  @Inject private Cluster cluster;
  @Inject private Caches caches;
  @Inject private PublicationViews views;
  @Inject private NodeLog log;

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

  /** The graphs in its memory. */
  public ResidentGraphs resident() {
    return resident;
  }

  public LiveStore live() {
    return live;
  }

  public GraphCatalog graphs() {
    return graphs;
  }

  /** The catalog as another node, or the same at another time, sees it. */
  public GraphCatalog graphs(Majority majority, Clock clock) {
    return new GraphCatalog(entries, cluster, caches, views, log, majority, clock, Runnable::run);
  }

  public MetricSets metrics() {
    return metrics;
  }

  public Room room() {
    return room;
  }

  public CatalogEntries entries() {
    return entries;
  }

  public Cluster cluster() {
    return cluster;
  }

  public NodeLog log() {
    return log;
  }

  public Caches caches() {
    return caches;
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

  /** How much of caches it has read for loads. */
  public TableRows tableRows() {
    return tableRows;
  }

  /** What it reads of caches for loads. */
  public LocalReads reads() {
    return reads;
  }

  public LocalShards shards() {
    return shards;
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

  /** The embeddings that it keeps in memory to search in. */
  WarmGraphs warmGraphs() {
    return warmGraphs;
  }

  SimilarRows similar() {
    return similar;
  }
}
