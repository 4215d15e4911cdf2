// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.io.Serializable;
import java.util.UUID;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.plugin.CachePluginContext;
import org.apache.ignite.plugin.CachePluginProvider;
import org.apache.ignite.plugin.ExtensionRegistry;
import org.apache.ignite.plugin.IgnitePlugin;
import org.apache.ignite.plugin.PluginConfiguration;
import org.apache.ignite.plugin.PluginContext;
import org.apache.ignite.plugin.PluginProvider;

/** A plugin that does nothing: named by hand, it switches the search of the class path off. */
final class NoPlugin implements PluginProvider<PluginConfiguration> {
  private final IgnitePlugin plugin = new IgnitePlugin() {};

  @Override
  public String name() {
    return "None";
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public String copyright() {
    return "";
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends IgnitePlugin> T plugin() {
    return (T) plugin;
  }

  @Override
  public void initExtensions(PluginContext context, ExtensionRegistry registry) {}

  @Override
  public <T> T createComponent(PluginContext context, Class<T> type) {
    return null;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public CachePluginProvider createCacheProvider(CachePluginContext context) {
    return null;
  }

  @Override
  public void start(PluginContext context) {}

  @Override
  public void stop(boolean cancel) {}

  @Override
  public void onIgniteStart() {}

  @Override
  public void onIgniteStop(boolean cancel) {}

  @Override
  public Serializable provideDiscoveryData(UUID nodeId) {
    return null;
  }

  @Override
  public void receiveDiscoveryData(UUID nodeId, Serializable data) {}

  @Override
  @Deprecated
  public void validateNewNode(ClusterNode node) {}
}
