// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.node.Finding;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.affinity.ServerNodes;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.check.NodeFindings;
import io.graphember.ignite.disk.DestroyedCaches;
import io.graphember.ignite.disk.OutsideBaseline;
import io.graphember.ignite.extension.NodeExtensions;
import io.graphember.ignite.listing.ListingTable;
import io.graphember.ignite.majority.Membership;
import io.graphember.ignite.request.RequestInterceptor;
import io.graphember.ignite.room.CacheRegion;
import io.graphember.ignite.security.NodeSecurity;
import io.graphember.ignite.service.NodeService;
import io.graphember.ignite.timer.NodeTimer;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.ignite.IgniteException;
import org.apache.ignite.IgniteLogger;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.configuration.ExecutorConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.events.DiscoveryEvent;
import org.apache.ignite.events.EventType;
import org.apache.ignite.lifecycle.LifecycleBean;
import org.apache.ignite.lifecycle.LifecycleEventType;
import org.apache.ignite.plugin.PluginContext;
import org.apache.ignite.services.ServiceConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Graphember on one server node: what it adds to the node's configuration, and its parts from the
 * start of the node on.
 */
final class ServerNode {
  private static final long BASELINE_MILLIS = 1_000;

  private static final int[] LOSSES = {EventType.EVT_NODE_LEFT, EventType.EVT_NODE_FAILED};
  private static final int[] EVENTS = {
    EventType.EVT_NODE_JOINED,
    EventType.EVT_NODE_LEFT,
    EventType.EVT_NODE_FAILED,
    EventType.EVT_CLUSTER_ACTIVATED
  };

  private final PluginContext context;
  private final GraphemberConfiguration configuration;
  private final NodeSecurity security;
  private final NodeThreads threads;
  private final Backends backends;
  private final CacheRegion region;
  private Optional<Started> started = Optional.empty();

  /** What there is once the node starts. */
  private record Started(Injector parts, NodeLife life, Membership membership, Majority majority) {}

  /**
   * A node that is configured, and has a region for Graphember's caches from now on.
   *
   * @throws IgniteException if the backend that is configured is not installed
   */
  ServerNode(PluginContext context, GraphemberConfiguration configuration, NodeSecurity security) {
    IgniteConfiguration ignite = context.igniteConfiguration();
    this.context = context;
    this.configuration = configuration;
    this.security = security;
    threads = new NodeThreads(String.valueOf(ignite.getIgniteInstanceName()));
    backends = new Backends(ConfiguredLimits.engines(configuration), threads::workers);
    if (configuration.getBackend() != null) {
      refuseUnknown(backends);
    }
    region = CacheRegion.add(ignite.getDataStorageConfiguration(), configuration);
  }

  private static void refuseUnknown(Backends backends) {
    try {
      backends.choose(Optional.empty());
    } catch (GraphemberException e) {
      throw new IgniteException(e.getMessage(), e);
    }
  }

  /** Adds caches, the service and threads to the node's configuration. */
  void addTo(IgniteConfiguration ignite) {
    ignite.setUserAttributes(
        NodeExtensions.attributes(
            NodeRole.attributes(
                ignite.getUserAttributes(), configuration.isStorage(), configuration.isTrainer())));
    GraphemberCaches caches = new GraphemberCaches(configuration);
    ignite.setCacheConfiguration(
        append(
            ignite.getCacheConfiguration(),
            CacheConfiguration[]::new,
            List.of(
                caches.catalog(),
                caches.jobs(),
                caches.models(),
                caches.requests().setInterceptor(new RequestInterceptor()),
                caches.status(),
                caches.listings().setQueryEntities(ListingTable.entities()))));
    ignite.setLifecycleBeans(
        append(ignite.getLifecycleBeans(), LifecycleBean[]::new, List.of(this::changed)));
    ServiceConfiguration service = new ServiceConfiguration();
    service.setName(GraphemberService.NAME);
    service.setService(new NodeService());
    service.setMaxPerNodeCount(1);
    service.setNodeFilter(ServerNodes.ALL);
    ignite.setServiceConfiguration(
        append(ignite.getServiceConfiguration(), ServiceConfiguration[]::new, List.of(service)));
    ignite.setExecutorConfiguration(
        append(
            ignite.getExecutorConfiguration(),
            ExecutorConfiguration[]::new,
            List.of(
                new ExecutorConfiguration(NodeThreads.STORAGE_EXECUTOR)
                    .setSize(configuration.storageThreadCount()),
                new ExecutorConfiguration(NodeThreads.TRAINER_EXECUTOR)
                    .setSize(configuration.getMaxTrainers() + NodeThreads.OPENERS),
                new ExecutorConfiguration(NodeThreads.SHARD_EXECUTOR)
                    .setSize(NodeThreads.MOST_CUTS),
                new ExecutorConfiguration(NodeThreads.SEARCH_EXECUTOR)
                    .setSize(configuration.storageThreadCount()))));
    int[] included =
        ignite.getIncludeEventTypes() == null ? new int[0] : ignite.getIncludeEventTypes();
    ignite.setIncludeEventTypes(
        IntStream.concat(Arrays.stream(included), Arrays.stream(EVENTS)).distinct().toArray());
  }

  /**
   * Before a node stops, the plugin is not told by Ignite until its work has been interrupted, and
   * that waits ten seconds for work that waits for others.
   */
  private void changed(LifecycleEventType event) {
    if (event == LifecycleEventType.BEFORE_NODE_STOP) {
      started.ifPresent(node -> node.life.stopping());
    }
  }

  private static <T> T[] append(T @Nullable [] existing, IntFunction<T[]> newArray, List<T> more) {
    Stream<T> before = existing == null ? Stream.empty() : Arrays.stream(existing);
    return Stream.concat(before, more.stream()).toArray(newArray);
  }

  /** Makes the parts of the node, which starts. */
  Injector start() {
    Injector parts =
        Guice.createInjector(
            Stage.PRODUCTION,
            new NodeModule(context.grid(), configuration, threads, backends, security));
    if (region.persistent()) {
      parts.getInstance(DestroyedCaches.class).removeFiles();
      parts.getInstance(OutsideBaseline.class).removeSettings();
    }
    started =
        Optional.of(
            new Started(
                parts,
                parts.getInstance(NodeLife.class),
                parts.getInstance(Membership.class),
                parts.getInstance(Majority.class)));
    return parts;
  }

  private static void lookForBaseline(Injector parts) {
    final OutsideBaseline outside = parts.getInstance(OutsideBaseline.class);
    outside.look();
    parts
        .getInstance(NodeTimer.class)
        .every(
            BASELINE_MILLIS,
            () -> {
              outside.look();
              return true;
            });
  }

  /** The node has joined the cluster. */
  void joined() {
    started.ifPresent(this::joined);
  }

  private void joined(Started node) {
    if (region.persistent()) {
      lookForBaseline(node.parts);
    }
    node.life.started();
    context
        .grid()
        .events()
        .localListen(
            event -> {
              node.life.nodeLeft(((DiscoveryEvent) event).eventNode().id());
              return true;
            },
            LOSSES);
    context
        .grid()
        .events()
        .localListen(
            event -> {
              node.life.nodeJoined(((DiscoveryEvent) event).eventNode().id());
              return true;
            },
            EventType.EVT_NODE_JOINED);
    context
        .grid()
        .events()
        .localListen(
            event -> {
              node.life.activated();
              return true;
            },
            EventType.EVT_CLUSTER_ACTIVATED);
    if (!region.persistent()) {
      node.membership.begin();
    }
    node.life.sweep(); // what a crash of all nodes has left
    report(node, context.log(GraphemberPluginProvider.class));
  }

  /** One line that Graphember has started, and what it lacks, if anything. */
  private void report(Started node, IgniteLogger log) {
    if (log.isInfoEnabled()) {
      log.info(
          "Graphember %s started [backends=%s, memoryBudget=%d MiB, nativeMemoryBudget=%d MiB, dataRegion=%s of %d MiB, %s]"
              .formatted(
                  GraphemberVersion.current(),
                  backends.names(),
                  node.parts.getInstance(MemoryBudget.class).limitBytes() >> 20,
                  node.parts.getInstance(NativeMemory.class).limitBytes() >> 20,
                  region.name(),
                  region.maxBytes() >> 20,
                  region.persistent() ? "on disk too" : "in memory"));
    }
    log.info("Graphember: " + security.report());
    if (!node.life.readable()) {
      return; // the log says why
    }
    if (context.grid().cluster().state().active()) {
      log.info("Graphember: " + node.majority.report());
    }
    List<Finding> lacking =
        node.parts.getInstance(NodeFindings.class).all().stream()
            .filter(finding -> finding.verdict() != Finding.Verdict.GOOD)
            .toList();
    for (Finding finding : lacking) {
      log.warning(
          "Graphember, %s: %s, needed is %s; %s"
              .formatted(finding.name(), finding.found(), finding.needed(), finding.advice()));
    }
    String options = Finding.jvmOptions(lacking);
    if (!options.isEmpty()) {
      log.warning("Graphember: start the node with JVM_OPTS=\"" + options + "\"");
    }
  }

  /** Ends the work of the node, which stops. */
  void stopWork() {
    started.ifPresent(node -> node.life.stopWork());
  }

  /** Gives back what the node has. */
  void close() {
    started.ifPresent(node -> node.life.close());
  }
}
