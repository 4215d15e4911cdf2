// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.ignite.client.ClientClusterGroup;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterNode;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a cluster: those that a client was told, and later those that a node which it trusts
 * names as nodes of the cluster. It takes their certificates, and goes to them when its own node is
 * lost. Safe for use by several threads.
 */
final class ClusterHosts implements Supplier<Set<String>> {
  /** Attribute of a node that takes thin clients: the port where it does. */
  private static final String CLIENT_PORT = "clientListenerPort";

  private final List<Address> told;
  private volatile Set<String> hosts;
  private volatile List<Address> nodes = List.of();

  /** Ignite asks again only for what has changed, as long as the group is the same. */
  private @Nullable ClientClusterGroup servers;

  private @Nullable IgniteClient asked; // whose group it is

  ClusterHosts(ConnectionSettings settings) {
    told = settings.addresses();
    Set<String> names = new HashSet<>();
    told.forEach(address -> names.add(address.host()));
    hosts = Set.copyOf(names);
  }

  /**
   * Takes the nodes of the cluster along. What a node does not say is not known.
   *
   * @param at where the client has reached it
   */
  synchronized void learn(IgniteClient client, Address at) {
    try {
      learn(servers(client), isLoopback(at.host()));
    } catch (ClientException expected) {
      servers = null; // the node is lost, or does not know the question: what is known stays
    }
  }

  private ClientClusterGroup servers(IgniteClient client) {
    ClientClusterGroup group = servers;
    if (group == null || asked != client) {
      group = client.cluster().forServers();
      servers = group;
      asked = client;
    }
    return group;
  }

  private void learn(ClientClusterGroup group, boolean here) {
    Set<String> names = new HashSet<>(hosts);
    List<Address> found = new ArrayList<>();
    for (ClusterNode node : group.nodes()) {
      names.addAll(node.hostNames());
      names.addAll(node.addresses());
      final Object port = node.attributes().get(CLIENT_PORT);
      if (port instanceof Integer number) {
        node.addresses().stream()
            .filter(host -> isReachable(host, here))
            .forEach(host -> found.add(new Address(host, number)));
      }
    }
    hosts = Set.copyOf(names);
    nodes = List.copyOf(found);
  }

  /**
   * True if an address of a node may mean the same on this machine: one within a machine does if
   * the client runs there, one with the name of a network interface does not.
   */
  private static boolean isReachable(String host, boolean here) {
    return !host.contains("%") && (here || !isLoopback(host));
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Names and numbers of the hosts. */
  @Override
  public Set<String> get() {
    return hosts;
  }

  /** Where nodes may be: the addresses that the client was told first. */
  List<Address> addresses() {
    Set<Address> all = new LinkedHashSet<>(told);
    all.addAll(nodes);
    return List.copyOf(all);
  }

  /** The same for a client whose node is lost: that one comes last. */
  List<Address> addressesWithout(Address lost) {
    List<Address> all = new ArrayList<>(addresses());
    if (all.remove(lost)) {
      all.add(lost);
    }
    return all;
  }
}
