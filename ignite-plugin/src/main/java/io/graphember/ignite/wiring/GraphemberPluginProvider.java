// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.GraphemberService;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.security.NodeSecurity;
import io.graphember.spi.error.GraphemberException;
import java.io.Serializable;
import java.util.Optional;
import java.util.UUID;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.plugin.CachePluginContext;
import org.apache.ignite.plugin.CachePluginProvider;
import org.apache.ignite.plugin.ExtensionRegistry;
import org.apache.ignite.plugin.IgnitePlugin;
import org.apache.ignite.plugin.PluginContext;
import org.apache.ignite.plugin.PluginProvider;
import org.apache.ignite.plugin.PluginValidationException;
import org.jspecify.annotations.Nullable;

/**
 * Brings Graphember into an Ignite node. Ignite finds it by {@link java.util.ServiceLoader}, unless
 * plugin providers are set by hand ({@code IgniteConfiguration.setPluginProviders}): then it must
 * be among them.
 *
 * <p>Adds to the node's configuration: the service {@value GraphemberService#NAME}, six caches,
 * three executors. Does nothing on client nodes.
 */
public final class GraphemberPluginProvider implements PluginProvider<GraphemberConfiguration> {
  private final InjectedPlugin plugin = new InjectedPlugin();
  private Optional<NodeSecurity> security = Optional.empty(); // before the node is configured
  private Optional<ServerNode> server = Optional.empty(); // the same, and on client nodes

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
    IgniteConfiguration ignite = pluginContext.igniteConfiguration();
    GraphemberConfiguration configuration = configured(ignite);
    NodeSecurity one = security(pluginContext, configuration);
    security = Optional.of(one); // of clients too: Ignite wants one security on all nodes
    if (!Boolean.TRUE.equals(ignite.isClientMode())) {
      ServerNode added = new ServerNode(pluginContext, configuration, one);
      added.addTo(ignite);
      server = Optional.of(added);
    }
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

  private static NodeSecurity security(
      PluginContext context, GraphemberConfiguration configuration) {
    try {
      return NodeSecurity.of(
          configuration, context.igniteConfiguration(), context.log(NodeSecurity.class));
    } catch (GraphemberException e) {
      throw new IgniteException(e.getMessage(), e);
    }
  }

  @Override
  public <T> @Nullable T createComponent(PluginContext pluginContext, Class<T> type) {
    // Ignite's own components stay, but perhaps its security.
    return security.flatMap(one -> one.component(pluginContext.grid(), type)).orElse(null);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public @Nullable CachePluginProvider createCacheProvider(CachePluginContext cacheContext) {
    return null; // caches have no plugin settings
  }

  @Override
  public void start(PluginContext pluginContext) {
    server.ifPresent(node -> plugin.started(node.start()));
  }

  @Override
  public void onIgniteStart() {
    server.ifPresent(ServerNode::joined);
  }

  @Override
  public void onIgniteStop(boolean cancel) {
    server.ifPresent(ServerNode::stopWork);
  }

  @Override
  public void stop(boolean cancel) {
    server.ifPresent(ServerNode::close);
  }

  @Override
  public Serializable provideDiscoveryData(UUID nodeId) {
    return NodeVersion.current().toString();
  }

  @Override
  public void receiveDiscoveryData(UUID nodeId, @Nullable Serializable data) {
    // Compared in validateNewNode.
  }

  @Override
  @Deprecated
  public void validateNewNode(ClusterNode node) {
    // See validateNewNode(node, data).
  }

  @Override
  public void validateNewNode(ClusterNode node, @Nullable Serializable data) {
    NodeVersion own = NodeVersion.current();
    if (!node.isClient() && NodeVersion.of(data).filter(own::joins).isEmpty()) {
      String message =
          "Node %s has %s, this cluster has %s: install Graphember %s on every server node, in any patch of it."
              .formatted(
                  node.consistentId(), data == null ? "no Graphember" : data, own, own.minor());
      throw new PluginValidationException(message, message, node.id());
    }
  }
}
