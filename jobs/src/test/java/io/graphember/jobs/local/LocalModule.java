// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Scopes;
import com.google.inject.Singleton;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.backend.EngineSettings;
import io.graphember.jobs.backend.SliceEngines;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.catalog.PublicationViews;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.cluster.SoftwareVersions;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.infer.InferenceFolders;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.limit.UserBounds;
import io.graphember.jobs.limit.UserJobs;
import io.graphember.jobs.limit.UserLimits;
import io.graphember.jobs.limit.UserMemory;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.majority.CatalogNodes;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.predict.WarmGraphs;
import io.graphember.jobs.publish.Publisher;
import io.graphember.jobs.quota.NodeQuota;
import io.graphember.jobs.quota.QuotaLimits;
import io.graphember.jobs.resident.ResidentGraphs;
import io.graphember.jobs.room.RegionRules;
import io.graphember.jobs.room.RegionState;
import io.graphember.jobs.room.RegionStates;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.run.StallReports;
import io.graphember.jobs.shard.LocalShards;
import io.graphember.jobs.similar.SimilarRows;
import io.graphember.jobs.submit.Adoption;
import io.graphember.jobs.submit.Dispatcher;
import io.graphember.jobs.submit.JobMessages;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.jobs.submit.JobStates;
import io.graphember.jobs.submit.Retraining;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.watchdog.EngineWatch;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.sampling.schedule.TaskQueue;
import io.graphember.testkit.reference.ReferenceBackendProvider;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The parts of a node of this process. */
final class LocalModule extends AbstractModule {
  private static final long MEMORY = 1L << 30;
  private static final int PAGE = 4096;

  private final LocalCluster cluster;
  private final Node self;
  private final NodeThreads threads;

  LocalModule(LocalCluster cluster, Node self, NodeThreads threads) {
    this.cluster = cluster;
    this.self = self;
    this.threads = threads;
  }

  @Override
  protected void configure() {
    bind(Cluster.class).toInstance(new LocalView(cluster, self));
    bind(Caches.class).toInstance(new LocalCaches(cluster, self.id()));
    bind(NodeCalls.class).toInstance(new LocalCalls(cluster, self.id()));
    bind(CatalogEntries.class).toInstance(new NodeEntries(cluster, self.id()));
    bind(NodeLog.class).toInstance(new SilentLog(cluster, self.id()));
    bind(NodeThreads.class).toInstance(threads);
    bind(Clock.class).toInstance(Clock.systemUTC());
    bind(JobLimits.class).toInstance(cluster.limits());
    bind(NodeLimits.class).toInstance(cluster.nodeLimits());
    bind(UserBounds.class).toInstance(user -> UserLimits.NONE);
    bind(RegionRules.class).toInstance(new RegionRules("region", true, 1));
    bind(RegionStates.class)
        .toInstance(cancellation -> List.of(new RegionState(self.name(), true, MEMORY, 0, PAGE)));
    bind(PublicationViews.class).toInstance(current -> {});
    bind(SoftwareVersions.class).toInstance(() -> Map.of("graphember", "test"));
    final MemoryBudget budget = new MemoryBudget(MEMORY);
    bind(MemoryBudget.class).toInstance(budget);
    bind(ResidentGraphs.class).toInstance(new ResidentGraphs(budget, MEMORY / 2));
    bind(RowStorage.class).toInstance(RowStorage.HEAP);
    bind(ByteStorage.class).toInstance(ByteStorage.HEAP);
    bind(NativeMemory.class).toInstance(new NativeMemory(MEMORY));
    bind(NodeQuota.class).toInstance(new NodeQuota(QuotaLimits.NONE, 1, threads.watches()));
    bind(TaskQueue.class).toInstance(new TaskQueue(threads.storage(), 2));
    bind(JobCounts.class).in(Scopes.SINGLETON);
    bind(RunningJobs.class).toInstance(new RunningJobs());
    bind(JobCatalog.class).in(Scopes.SINGLETON);
    bind(ModelCatalog.class).in(Scopes.SINGLETON);
    bind(LiveStore.class).in(Scopes.SINGLETON);
    bind(SliceEngines.class).in(Scopes.SINGLETON);
    bind(Room.class).in(Scopes.SINGLETON);
    bind(NodeStates.class).in(Scopes.SINGLETON);
    bind(UserMemory.class).in(Scopes.SINGLETON);
    bind(UserJobs.class).in(Scopes.SINGLETON);
    bind(JobRunner.class).in(Scopes.SINGLETON);
    bind(Adoption.class).in(Scopes.SINGLETON);
    bind(Dispatcher.class).in(Scopes.SINGLETON);
    bind(Retraining.class).in(Scopes.SINGLETON);
    bind(JobStates.class).in(Scopes.SINGLETON);
    bind(TrainerRunner.class).in(Scopes.SINGLETON);
    bind(LocalShards.class).in(Scopes.SINGLETON);
    bind(Publisher.class).in(Scopes.SINGLETON);
    bind(SimilarRows.class).in(Scopes.SINGLETON);
    bind(WarmGraphs.class).in(Scopes.SINGLETON);
    bind(PrimaryPartitions.class).in(Scopes.SINGLETON);
  }

  @Provides
  @Singleton
  Majority majority(Cluster nodes, CatalogEntries entries, NodeLog log) {
    return new Majority(new CatalogNodes(nodes, entries, log), nodes::topologyVersion, false);
  }

  @Provides
  @Singleton
  GraphCatalog graphs(
      CatalogEntries entries,
      Cluster nodes,
      Caches all,
      PublicationViews views,
      NodeLog log,
      Majority majority,
      Clock clock) {
    return new GraphCatalog(entries, nodes, all, views, log, majority, clock, Runnable::run);
  }

  @Provides
  @Singleton
  MessageHandlers messages(JobMessages jobs) {
    return new MessageHandlers(List.of(jobs));
  }

  @Provides
  @Singleton
  Partitioners partitioners() {
    return new Partitioners(LocalModule.class.getClassLoader());
  }

  @Provides
  @Singleton
  Backends backends() {
    return new Backends(
        new EngineSettings(Optional.empty(), 1, Optional.empty()),
        threads::workers,
        List.of(new ReferenceBackendProvider()));
  }

  @Provides
  @Singleton
  EngineWatch watch(StallReports reports) {
    return new EngineWatch(Long.MAX_VALUE, reports);
  }

  @Provides
  @Singleton
  InferenceFolders folders(Cluster nodes, JobCatalog jobs) {
    return new InferenceFolders(Path.of("target", "inference"), Optional.empty(), nodes, jobs);
  }

  /** Tests look at what jobs say, and at warnings. */
  private record SilentLog(LocalCluster cluster, UUID node) implements NodeLog {
    @Override
    public void info(String text) {}

    @Override
    public void warning(String text) {
      cluster.warnings().add(text);
    }

    @Override
    public void error(String text) {}

    @Override
    public void error(String text, Throwable cause) {
      if (cluster.alive(node)) {
        throw new AssertionError(text, cause);
      }
    }
  }
}
