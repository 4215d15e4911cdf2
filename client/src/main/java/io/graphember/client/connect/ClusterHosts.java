// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterNode;

/**
 * The hosts whose certificates a client takes: those that it was told, and later those that a node
 * which it trusts names as nodes of the cluster. Safe for use by several threads.
 */
final class ClusterHosts implements Supplier<Set<String>> {
  private volatile Set<String> hosts;

  ClusterHosts(ConnectionSettings settings) {
    Set<String> told = new HashSet<>();
    settings.addresses().forEach(address -> told.add(address.host()));
    hosts = Set.copyOf(told);
  }

  /** Takes the nodes of the cluster along. */
  void learn(IgniteClient client) {
    Set<String> all = new HashSet<>(hosts);
    for (ClusterNode node : client.cluster().forServers().nodes()) {
      all.addAll(node.hostNames());
      all.addAll(node.addresses());
    }
    hosts = Set.copyOf(all);
  }

  @Override
  public Set<String> get() {
    return hosts;
  }
}
