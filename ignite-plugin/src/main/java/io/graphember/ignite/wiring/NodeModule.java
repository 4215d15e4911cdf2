// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Scopes;
import com.google.inject.Singleton;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.backend.Backends;
import io.graphember.ignite.backend.SliceEngines;
import io.graphember.ignite.catalog.CheckpointListing;
import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.catalog.JobCatalog;
import io.graphember.ignite.catalog.ModelCatalog;
import io.graphember.ignite.drain.NodeStates;
import io.graphember.ignite.entry.CatalogEntries;
import io.graphember.ignite.footprint.MachineMemory;
import io.graphember.ignite.footprint.NativeMemory;
import io.graphember.ignite.job.JobRunner;
import io.graphember.ignite.job.Publisher;
import io.graphember.ignite.job.RunningJobs;
import io.graphember.ignite.job.StallReports;
import io.graphember.ignite.job.TrainerRunner;
import io.graphember.ignite.limit.NodeLimits;
import io.graphember.ignite.limit.UserBounds;
import io.graphember.ignite.limit.UserJobs;
import io.graphember.ignite.limit.UserLimits;
import io.graphember.ignite.limit.UserMemory;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.ignite.load.RequestThreads;
import io.graphember.ignite.majority.BaselineNodes;
import io.graphember.ignite.majority.CatalogNodes;
import io.graphember.ignite.majority.Majority;
import io.graphember.ignite.majority.Membership;
import io.graphember.ignite.majority.StorageNodes;
import io.graphember.ignite.node.NodeThreads;
import io.graphember.ignite.result.ResultListing;
import io.graphember.ignite.room.CacheRegion;
import io.graphember.ignite.room.Room;
import io.graphember.ignite.security.NodeSecurity;
import io.graphember.ignite.security.Permissions;
import io.graphember.ignite.share.LocalShares;
import io.graphember.ignite.timer.NodeTimer;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.watchdog.EngineWatch;
import io.graphember.ignite.watchdog.WatchTimer;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.Partitioners;
import io.graphember.sampling.schedule.TaskQueue;
import java.time.Clock;
import org.apache.ignite.Ignite;
import org.apache.ignite.configuration.IgniteConfiguration;

/** How the parts of one node are made; each once. */
public final class NodeModule extends AbstractModule {
  private static final Clock CLOCK = Clock.systemUTC();

  private final Ignite ignite;
  private final GraphemberConfiguration configuration;
  private final NodeThreads threads;
  private final Backends backends;
  private final NodeSecurity security;

  /**
   * Parts of a node that is starting.
   *
   * @param threads lent to the backends, too
   * @param backends found before the node was made, to refuse a wrong configuration early
   * @param security read before, too
   */
  public NodeModule(
      Ignite ignite,
      GraphemberConfiguration configuration,
      NodeThreads threads,
      Backends backends,
      NodeSecurity security) {
    this.security = security;
    this.ignite = ignite;
    this.configuration = configuration;
    this.threads = threads;
    this.backends = backends;
  }

  @Override
  protected void configure() {
    bind(Ignite.class).toInstance(ignite);
    bind(IgniteConfiguration.class).toInstance(ignite.configuration());
    bind(GraphemberConfiguration.class).toInstance(configuration);
    bind(Clock.class).toInstance(CLOCK);
    bind(NodeThreads.class).toInstance(threads);
    bind(Backends.class).toInstance(backends);
    bind(LiveStore.class).in(Scopes.SINGLETON);
    bind(SliceEngines.class).in(Scopes.SINGLETON);
    bind(Room.class).in(Scopes.SINGLETON);
    bind(NodeStates.class).in(Scopes.SINGLETON);
    bind(UserMemory.class).in(Scopes.SINGLETON);
    bind(UserJobs.class).in(Scopes.SINGLETON);
    bind(LocalShares.class).in(Scopes.SINGLETON);
    bind(RequestThreads.class).in(Scopes.SINGLETON);
    bind(LoadSessions.class).in(Scopes.SINGLETON);
    bind(RunningJobs.class).toInstance(new RunningJobs());
    bind(JobRunner.class).in(Scopes.SINGLETON);
    bind(TrainerRunner.class).in(Scopes.SINGLETON);
    bind(Publisher.class).in(Scopes.SINGLETON);
    bind(NodeLife.class).in(Scopes.SINGLETON);
  }

  @Provides
  @Singleton
  MemoryBudget budget() {
    long configured = configuration.getMemoryBudgetBytes();
    return new MemoryBudget(configured > 0 ? configured : Runtime.getRuntime().maxMemory() / 2);
  }

  @Provides
  @Singleton
  NativeMemory nativeMemory() {
    final long configured = configuration.getNativeMemoryBudgetBytes();
    return new NativeMemory(
        configured > 0
            ? configured
            : MachineMemory.besideHeapAndRegions(
                ignite.configuration().getDataStorageConfiguration()));
  }

  /** Requests of other nodes that wait to be served; each job is an owner. */
  @Provides
  @Singleton
  TaskQueue gathers() {
    return new TaskQueue(threads.storage(), configuration.storageThreadCount());
  }

  @Provides
  @Singleton
  EngineWatch watch(StallReports reports) {
    return new EngineWatch(configuration.getEngineCallTimeoutMillis(), reports);
  }

  @Provides
  @Singleton
  WatchTimer watchTimer(NodeTimer timer, EngineWatch watch) {
    return new WatchTimer(timer, watch, configuration.getEngineCallTimeoutMillis());
  }

  /**
   * With Ignite's security a call begins with a look into a cache, which waits while partitions
   * move: calls that follow on a reply must not be made by the thread that brings replies.
   */
  @Provides
  @Singleton
  NodeCalls calls(Permissions permissions) {
    return new NodeCalls(
        ignite,
        reply -> {
          if (permissions.enabled()) {
            threads.watches().execute(reply);
          } else {
            reply.run();
          }
        });
  }

  @Provides
  @Singleton
  NodeTimer timer() {
    return new NodeTimer(ignite, threads.watches());
  }

  @Provides
  @Singleton
  Permissions permissions() {
    return security.permissions(ignite);
  }

  @Provides
  @Singleton
  NodeLimits limits() {
    return NodeLimits.of(configuration);
  }

  @Provides
  @Singleton
  UserBounds bounds() {
    return security.bounds(UserLimits.of(configuration));
  }

  @Provides
  @Singleton
  Partitioners partitioners() {
    return new Partitioners(NodeModule.class.getClassLoader());
  }

  @Provides
  @Singleton
  GraphemberCaches caches() {
    return new GraphemberCaches(configuration);
  }

  @Provides
  @Singleton
  CatalogNodes catalogNodes() {
    return new CatalogNodes(ignite, new CatalogEntries(ignite, GraphemberCaches.CATALOG));
  }

  @Provides
  @Singleton
  StorageNodes storageNodes(Provider<CatalogNodes> inMemory) {
    final CacheRegion region =
        CacheRegion.of(
            ignite.configuration().getDataStorageConfiguration(), configuration.regionName());
    return region.persistent() ? new BaselineNodes(ignite) : inMemory.get();
  }

  @Provides
  @Singleton
  Membership membership(CatalogNodes nodes, NodeTimer timer) {
    return new Membership(ignite, nodes, timer, threads.watches());
  }

  @Provides
  @Singleton
  Majority majority(StorageNodes nodes) {
    return new Majority(
        nodes, () -> ignite.cluster().topologyVersion(), configuration.isRequireMajority());
  }

  @Provides
  @Singleton
  GraphCatalog graphs(Majority majority) {
    return new GraphCatalog(ignite, majority, CLOCK, threads.coordinators());
  }

  @Provides
  @Singleton
  ResultListing results(GraphCatalog graphs) {
    return new ResultListing(ignite, graphs.results(), NodeThreads.STORAGE_EXECUTOR);
  }

  @Provides
  @Singleton
  CheckpointListing checkpoints(GraphCatalog graphs) {
    return new CheckpointListing(ignite, graphs, NodeThreads.STORAGE_EXECUTOR);
  }

  @Provides
  @Singleton
  JobCatalog jobs() {
    return new JobCatalog(ignite);
  }

  @Provides
  @Singleton
  ModelCatalog models(GraphCatalog graphs) {
    return new ModelCatalog(ignite, graphs);
  }
}
