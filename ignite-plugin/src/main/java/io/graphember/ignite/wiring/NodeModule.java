// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Scopes;
import com.google.inject.Singleton;
import io.graphember.client.GraphemberVersion;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.catalog.CheckpointListing;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.catalog.SqlViews;
import io.graphember.ignite.cluster.IgniteCaches;
import io.graphember.ignite.cluster.IgniteCalls;
import io.graphember.ignite.cluster.IgniteCluster;
import io.graphember.ignite.cluster.IgniteNodeLog;
import io.graphember.ignite.disk.DestroyedCaches;
import io.graphember.ignite.disk.OutsideBaseline;
import io.graphember.ignite.entry.IgniteEntries;
import io.graphember.ignite.follow.ContinuousWatches;
import io.graphember.ignite.footprint.MachineMemory;
import io.graphember.ignite.listing.ListingWriter;
import io.graphember.ignite.load.FollowedReadings;
import io.graphember.ignite.load.LoadMessages;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.ignite.load.RequestThreads;
import io.graphember.ignite.majority.BaselineNodes;
import io.graphember.ignite.majority.Membership;
import io.graphember.ignite.metric.MetricRegistries;
import io.graphember.ignite.request.RequestMessages;
import io.graphember.ignite.request.RequestSweep;
import io.graphember.ignite.result.ResultListing;
import io.graphember.ignite.room.CacheRegion;
import io.graphember.ignite.room.IgniteRegions;
import io.graphember.ignite.security.NodeSecurity;
import io.graphember.ignite.security.Permissions;
import io.graphember.ignite.service.WorkMessages;
import io.graphember.ignite.table.ReadMessages;
import io.graphember.ignite.timer.NodeTimer;
import io.graphember.ignite.watchdog.WatchTimer;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.backend.SliceEngines;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.catalog.PublicationViews;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.cluster.SoftwareVersions;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.count.RequestTimes;
import io.graphember.jobs.count.TableRows;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.entry.VersionedEntries;
import io.graphember.jobs.follow.Follower;
import io.graphember.jobs.follow.TableReadings;
import io.graphember.jobs.follow.TableWatches;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.infer.InferenceFolders;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.limit.UserJobs;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.majority.CatalogNodes;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.majority.StorageNodes;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.predict.VertexPredictor;
import io.graphember.jobs.predict.WarmGraphs;
import io.graphember.jobs.predict.WarmModels;
import io.graphember.jobs.publish.Publisher;
import io.graphember.jobs.quota.NodeQuota;
import io.graphember.jobs.resident.ResidentGraphs;
import io.graphember.jobs.room.RegionRules;
import io.graphember.jobs.room.RegionStates;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.run.StallReports;
import io.graphember.jobs.shard.LocalShards;
import io.graphember.jobs.similar.SimilarRows;
import io.graphember.jobs.similar.SimilarSearch;
import io.graphember.jobs.submit.Adoption;
import io.graphember.jobs.submit.Dispatcher;
import io.graphember.jobs.submit.JobMessages;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.jobs.submit.JobStates;
import io.graphember.jobs.submit.Retraining;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.MeteredCalls;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.watchdog.EngineWatch;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.MappedFolder;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.sampling.schedule.TaskQueue;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    bind(Cluster.class).to(IgniteCluster.class).in(Scopes.SINGLETON);
    bind(Caches.class).to(IgniteCaches.class).in(Scopes.SINGLETON);
    bind(DestroyedCaches.class).in(Scopes.SINGLETON);
    bind(OutsideBaseline.class).in(Scopes.SINGLETON);
    bind(NodeLog.class).to(IgniteNodeLog.class).in(Scopes.SINGLETON);
    bind(PublicationViews.class).to(SqlViews.class).in(Scopes.SINGLETON);
    bind(JobCatalog.class).in(Scopes.SINGLETON);
    bind(ModelCatalog.class).in(Scopes.SINGLETON);
    bind(LiveStore.class).in(Scopes.SINGLETON);
    bind(SliceEngines.class).in(Scopes.SINGLETON);
    bind(Room.class).in(Scopes.SINGLETON);
    bind(NodeStates.class).in(Scopes.SINGLETON);
    bind(UserMemory.class).in(Scopes.SINGLETON);
    bind(UserJobs.class).in(Scopes.SINGLETON);
    bind(LocalShards.class).in(Scopes.SINGLETON);
    bind(RequestThreads.class).in(Scopes.SINGLETON);
    bind(LoadSessions.class).in(Scopes.SINGLETON);
    bind(JobCounts.class).in(Scopes.SINGLETON);
    bind(RequestTimes.class).in(Scopes.SINGLETON);
    bind(TableRows.class).in(Scopes.SINGLETON);
    bind(MetricRegistries.class).in(Scopes.SINGLETON);
    bind(RunningJobs.class).toInstance(new RunningJobs());
    bind(JobRunner.class).in(Scopes.SINGLETON);
    bind(Adoption.class).in(Scopes.SINGLETON);
    bind(Dispatcher.class).in(Scopes.SINGLETON);
    bind(Retraining.class).in(Scopes.SINGLETON);
    bind(JobStates.class).in(Scopes.SINGLETON);
    bind(TrainerRunner.class).in(Scopes.SINGLETON);
    bind(Publisher.class).in(Scopes.SINGLETON);
    bind(SimilarRows.class).in(Scopes.SINGLETON);
    bind(PrimaryPartitions.class).in(Scopes.SINGLETON);
    bind(SimilarSearch.class).in(Scopes.SINGLETON);
    bind(WarmGraphs.class).in(Scopes.SINGLETON);
    bind(WarmModels.class).in(Scopes.SINGLETON);
    bind(VertexPredictor.class).in(Scopes.SINGLETON);
    bind(ListingWriter.class).in(Scopes.SINGLETON);
    bind(RequestSweep.class).in(Scopes.SINGLETON);
    bind(TableWatches.class).to(ContinuousWatches.class).in(Scopes.SINGLETON);
    bind(TableReadings.class).to(FollowedReadings.class).in(Scopes.SINGLETON);
    bind(Follower.class).in(Scopes.SINGLETON);
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
  ResidentGraphs residentGraphs(MemoryBudget budget) {
    return new ResidentGraphs(
        budget, budget.limitBytes() / 100 * configuration.getIdleGraphPercent());
  }

  @Provides
  @Singleton
  Optional<MappedFolder> graphFolder(ResidentGraphs graphs) {
    return Optional.ofNullable(configuration.getGraphFolder())
        .map(
            folder ->
                new MappedFolder(
                    Path.of(ignite.configuration().getWorkDirectory()).resolve(folder),
                    () -> {
                      graphs.forgetIdle();
                      System.gc(); // mappings end with what has them
                    }));
  }

  @Provides
  RowStorage featureStorage(Optional<MappedFolder> folder) {
    return folder.<RowStorage>map(files -> files).orElse(RowStorage.HEAP);
  }

  /** Where topology lies for which the heap has no room. */
  @Provides
  ByteStorage topologyStorage(Optional<MappedFolder> folder) {
    return folder.<ByteStorage>map(files -> files).orElse(ByteStorage.HEAP);
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
  IgniteCalls calls(Permissions permissions) {
    return new IgniteCalls(
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
  NodeCalls metered(IgniteCalls calls, RequestTimes times) {
    return new MeteredCalls(calls, times);
  }

  @Provides
  @Singleton
  MessageHandlers messages(
      JobMessages jobs,
      WorkMessages work,
      RequestMessages requests,
      ReadMessages reads,
      LoadMessages loads) {
    return new MessageHandlers(List.of(jobs, work, requests, reads, loads));
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
    return ConfiguredLimits.node(configuration);
  }

  @Provides
  @Singleton
  NodeQuota quota() {
    return new NodeQuota(
        ConfiguredLimits.quota(configuration), configuration.getEngineThreads(), threads.watches());
  }

  @Provides
  @Singleton
  UserBounds bounds() {
    return security.bounds(ConfiguredLimits.user(configuration));
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
  VersionedEntries versioned() {
    return new VersionedEntries(
        new IgniteEntries(ignite, CacheNames.CATALOG), GraphemberVersion.current());
  }

  @Provides
  @Singleton
  CatalogEntries entries(VersionedEntries versioned) {
    return versioned;
  }

  @Provides
  @Singleton
  CatalogNodes catalogNodes(Cluster cluster, CatalogEntries entries, NodeLog log) {
    return new CatalogNodes(cluster, entries, log);
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
  GraphCatalog graphs(
      CatalogEntries entries,
      Cluster cluster,
      Caches all,
      PublicationViews views,
      NodeLog log,
      Majority majority) {
    return new GraphCatalog(
        entries, cluster, all, views, log, majority, CLOCK, threads.coordinators());
  }

  @Provides
  @Singleton
  ResultListing results(GraphCatalog graphs) {
    return new ResultListing(
        ignite, graphs.results(), graphs.previous(), NodeThreads.STORAGE_EXECUTOR);
  }

  @Provides
  @Singleton
  CheckpointListing checkpoints(GraphCatalog graphs) {
    return new CheckpointListing(ignite, graphs, NodeThreads.STORAGE_EXECUTOR);
  }

  @Provides
  @Singleton
  JobLimits jobLimits() {
    return ConfiguredLimits.jobs(configuration);
  }

  @Provides
  @Singleton
  RegionRules regionRules() {
    return ConfiguredLimits.region(configuration);
  }

  @Provides
  @Singleton
  RegionStates regionStates() {
    return new IgniteRegions(ignite, configuration.regionName());
  }

  @Provides
  @Singleton
  InferenceFolders inferenceFolders(Cluster cluster, JobCatalog jobs) {
    return new InferenceFolders(
        Path.of(ignite.configuration().getWorkDirectory(), "graphember", "inference"),
        Optional.ofNullable(configuration.getInferenceFolder()).map(Path::of),
        cluster,
        jobs);
  }

  @Provides
  @Singleton
  SoftwareVersions versions() {
    return () -> {
      Map<String, String> versions = new LinkedHashMap<>();
      versions.put("graphember", GraphemberVersion.current());
      versions.put("ignite", ignite.version().toString());
      versions.put("java", Runtime.version().toString());
      return versions;
    };
  }
}
