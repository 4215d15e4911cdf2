// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.Finding;
import io.graphember.client.api.GraphemberService;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Vid;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.affinity.ServerNodes;
import io.graphember.ignite.architecture.NodeArchitectures;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.check.NodeFindings;
import io.graphember.ignite.majority.Membership;
import io.graphember.ignite.room.CacheRegion;
import io.graphember.ignite.security.NodeSecurity;
import io.graphember.ignite.service.NodeService;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.ignite.IgniteException;
import org.apache.ignite.IgniteLogger;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.configuration.ExecutorConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.events.DiscoveryEvent;
import org.apache.ignite.events.EventType;
import org.apache.ignite.lifecycle.LifecycleBean;
import org.apache.ignite.lifecycle.LifecycleEventType;
import org.apache.ignite.plugin.CachePluginContext;
import org.apache.ignite.plugin.CachePluginProvider;
import org.apache.ignite.plugin.ExtensionRegistry;
import org.apache.ignite.plugin.IgnitePlugin;
import org.apache.ignite.plugin.PluginContext;
import org.apache.ignite.plugin.PluginProvider;
import org.apache.ignite.plugin.PluginValidationException;
import org.apache.ignite.services.ServiceConfiguration;

/**
 * Brings Graphember into an Ignite node. Ignite finds it by {@link java.util.ServiceLoader}, unless
 * plugin providers are set by hand ({@code IgniteConfiguration.setPluginProviders}): then it must
 * be among them.
 *
 * <p>Adds to the node's configuration: the service {@value GraphemberService#NAME}, three system
 * caches, three executors. Does nothing on client nodes.
 */
public final class GraphemberPluginProvider implements PluginProvider<GraphemberConfiguration> {
  private static final int[] LOSSES = {EventType.EVT_NODE_LEFT, EventType.EVT_NODE_FAILED};
  private static final int[] EVENTS = {
    EventType.EVT_NODE_LEFT, EventType.EVT_NODE_FAILED, EventType.EVT_CLUSTER_ACTIVATED
  };

  private final InjectedPlugin plugin = new InjectedPlugin();
  private GraphemberConfiguration configuration;
  private NodeThreads threads;
  private Backends backends;
  private PluginContext context;
  private Injector parts;
  private NodeLife life;
  private Membership membership;
  private Majority majority;
  private CacheRegion region;
  private NodeSecurity security;
  private boolean server;

  /** For the service loader: does nothing. */
  public GraphemberPluginProvider() {}

  @Override
  public String name() {
    return GraphemberPlugin.NAME;
  }

  @Override
  public String version() {
    return GraphemberVersion.current();
  }

  @Override
  public String copyright() {
    return "Apache License 2.0";
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends IgnitePlugin> T plugin() {
    return (T) plugin;
  }

  @Override
  public void initExtensions(PluginContext pluginContext, ExtensionRegistry registry) {
    context = pluginContext;
    IgniteConfiguration ignite = pluginContext.igniteConfiguration();
    server = !Boolean.TRUE.equals(ignite.isClientMode());
    configuration = configured(ignite);
    security = security(ignite); // of clients too: Ignite wants one security on all nodes
    if (!server) {
      return;
    }
    threads = new NodeThreads(String.valueOf(ignite.getIgniteInstanceName()));
    backends = new Backends(ConfiguredLimits.engines(configuration), threads::workers);
    if (configuration.getBackend() != null) {
      refuseUnknownBackend();
    }
    addTo(ignite);
  }

  @SuppressWarnings(
      "deprecation") // the way Spring XML configures plugins that are found by service
  private static GraphemberConfiguration configured(IgniteConfiguration ignite) {
    if (ignite.getPluginConfigurations() != null) {
      for (Object candidate : ignite.getPluginConfigurations()) {
        if (candidate instanceof GraphemberConfiguration found) {
          return found;
        }
      }
    }
    return new GraphemberConfiguration();
  }

  private NodeSecurity security(IgniteConfiguration ignite) {
    try {
      return NodeSecurity.of(configuration, ignite, context.log(NodeSecurity.class));
    } catch (GraphemberException e) {
      throw new IgniteException(e.getMessage(), e);
    }
  }

  private void refuseUnknownBackend() {
    try {
      backends.choose(Optional.empty());
    } catch (GraphemberException e) {
      throw new IgniteException(e.getMessage(), e);
    }
  }

  private void addTo(IgniteConfiguration ignite) {
    region = CacheRegion.add(ignite.getDataStorageConfiguration(), configuration);
    ignite.setUserAttributes(
        NodeArchitectures.attributes(
            NodeRole.attributes(
                ignite.getUserAttributes(), configuration.isStorage(), configuration.isTrainer())));
    GraphemberCaches caches = new GraphemberCaches(configuration);
    ignite.setCacheConfiguration(
        append(
            ignite.getCacheConfiguration(),
            CacheConfiguration[]::new,
            List.of(caches.catalog(), caches.jobs(), caches.models())));
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
                    .setSize(NodeThreads.MOST_CUTS))));
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
    if (event == LifecycleEventType.BEFORE_NODE_STOP && life != null) {
      life.stopping();
    }
  }

  private static <T> T[] append(T[] existing, IntFunction<T[]> newArray, List<T> more) {
    Stream<T> before = existing == null ? Stream.empty() : Arrays.stream(existing);
    return Stream.concat(before, more.stream()).toArray(newArray);
  }

  @Override
  public <T> T createComponent(PluginContext pluginContext, Class<T> type) {
    // Ignite's own components stay, but perhaps its security.
    return security.component(pluginContext.grid(), type).orElse(null);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public CachePluginProvider createCacheProvider(CachePluginContext cacheContext) {
    return null; // caches have no plugin settings
  }

  @Override
  public void start(PluginContext pluginContext) {
    if (server) {
      parts =
          Guice.createInjector(
              Stage.PRODUCTION,
              new NodeModule(pluginContext.grid(), configuration, threads, backends, security));
      life = parts.getInstance(NodeLife.class);
      membership = parts.getInstance(Membership.class);
      majority = parts.getInstance(Majority.class);
      plugin.started(parts);
    }
  }

  @Override
  public void onIgniteStart() {
    if (!server) {
      return;
    }
    life.started();
    context
        .grid()
        .events()
        .localListen(
            event -> {
              life.nodeLeft(((DiscoveryEvent) event).eventNode().id());
              return true;
            },
            LOSSES);
    context
        .grid()
        .events()
        .localListen(
            event -> {
              life.activated();
              return true;
            },
            EventType.EVT_CLUSTER_ACTIVATED);
    if (!region.persistent()) {
      membership.begin();
    }
    life.sweep(); // what a crash of all nodes has left
    report(context.log(GraphemberPluginProvider.class));
  }

  /** One line that Graphember has started, and what it lacks, if anything. */
  private void report(IgniteLogger log) {
    if (log.isInfoEnabled()) {
      log.info(
          "Graphember %s started [backends=%s, memoryBudget=%d MiB, nativeMemoryBudget=%d MiB, dataRegion=%s of %d MiB, %s]"
              .formatted(
                  version(),
                  backends.names(),
                  parts.getInstance(MemoryBudget.class).limitBytes() >> 20,
                  parts.getInstance(NativeMemory.class).limitBytes() >> 20,
                  region.name(),
                  region.maxBytes() >> 20,
                  region.persistent() ? "on disk too" : "in memory"));
    }
    log.info("Graphember: " + security.report());
    if (context.grid().cluster().state().active()) {
      log.info("Graphember: " + majority.report());
    }
    List<Finding> lacking =
        parts.getInstance(NodeFindings.class).all().stream()
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

  @Override
  public void onIgniteStop(boolean cancel) {
    if (life != null) {
      life.stopWork();
    }
  }

  @Override
  public void stop(boolean cancel) {
    if (life != null) {
      life.close();
    }
  }

  /** Version and widths of ids: nodes must agree on both. */
  private String digest() {
    return "Graphember %s, ids %d/%d".formatted(version(), Vid.LOCAL_BITS, BlockKey.BLOCK_BITS);
  }

  @Override
  public Serializable provideDiscoveryData(UUID nodeId) {
    return digest();
  }

  @Override
  public void receiveDiscoveryData(UUID nodeId, Serializable data) {
    // Compared in validateNewNode.
  }

  @Override
  @Deprecated
  public void validateNewNode(ClusterNode node) {
    // See validateNewNode(node, data).
  }

  @Override
  public void validateNewNode(ClusterNode node, Serializable data) {
    if (!node.isClient() && !digest().equals(data)) {
      String message =
          "Node %s has %s, this cluster has %s: install the same version of Graphember on every server node."
              .formatted(node.consistentId(), data == null ? "no Graphember" : data, digest());
      throw new PluginValidationException(message, message, node.id());
    }
  }
}
