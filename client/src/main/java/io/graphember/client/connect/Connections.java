// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;

/**
 * The connections of one client. Two, because they want the opposite: calls of the service stay at
 * one node, see {@link NodeConnection}; results are read from all nodes, each key at the node that
 * has it, through Ignite's cluster discovery and partition awareness. The second is opened when
 * results are read first. Safe for use by several threads.
 */
public final class Connections implements AutoCloseable {
  /** Longest wait for the answer of a node that may be frozen, as long as Ignite's nodes wait. */
  private static final Duration PROBE = Duration.ofSeconds(10);

  private final NodeConnection service;
  private final Consumer<NodeConnection.Node> learner;
  private final ResultConnection results;

  private Connections(
      NodeConnection service, Consumer<NodeConnection.Node> learner, ResultConnection results) {
    this.service = service;
    this.learner = learner;
    this.results = results;
  }

  /**
   * Connects.
   *
   * @throws GraphemberException with a {@link ConnectionError}
   */
  public static Connections open(ConnectionSettings settings) {
    ClientJvm.require();
    ClusterHosts hosts = new ClusterHosts(settings);
    Optional<SSLContext> tls = settings.tls().map(own -> TlsContexts.of(own, hosts));
    Consumer<NodeConnection.Node> learner =
        node -> hosts.learn(node.client(), Address.parse(node.address()));
    NodeConnection service =
        new NodeConnection(
            lost -> {
              NodeConnection.Node node =
                  lost.map(gone -> next(hosts, gone, settings, tls))
                      .orElseGet(() -> first(settings, tls));
              learner.accept(node);
              return node;
            },
            node -> absence(Address.parse(node.address()), settings, tls).isEmpty());
    return new Connections(
        service,
        learner,
        ResultConnection.toAll(
            () -> {
              NodeConnection.Node node = service.node();
              service.call(node, client -> learned(learner, node));
              return new NodeConnection.Node(
                  Ignition.startClient(
                      ClientConfigurations.ofResults(Address.parse(node.address()), settings, tls)),
                  node.address());
            },
            asked -> hosts.addresses().stream().noneMatch(at -> isSilent(at, settings, tls))));
  }

  /**
   * Connects with a configuration of Ignite's, which counts for everything: one connection.
   *
   * @param address for messages
   * @throws GraphemberException with a {@link ConnectionError}
   */
  public static Connections open(String address, ClientConfiguration configuration) {
    ClientJvm.require();
    NodeConnection.Node node = new NodeConnection.Node(start(address, configuration), address);
    // Ignite connects it again by itself.
    return new Connections(
        new NodeConnection(lost -> node, asked -> true), unused -> {}, ResultConnection.over(node));
  }

  private static IgniteClient start(String address, ClientConfiguration configuration) {
    try {
      return Ignition.startClient(configuration);
    } catch (ClientException e) {
      throw IgniteFailure.of(
          e,
          address,
          Optional.ofNullable(configuration.getUserName()).map(user -> new Login(user, "")));
    }
  }

  private static NodeConnection.Node first(ConnectionSettings settings, Optional<SSLContext> tls) {
    List<GraphemberException> reasons = new ArrayList<>();
    for (Address address : settings.addresses()) {
      try {
        return at(address, settings, tls);
      } catch (GraphemberException e) {
        if (!IgniteFailure.isAbsence(e)) {
          throw e; // another node would refuse this client, too
        }
        reasons.add(e);
      }
    }
    throw reasons.size() == 1 ? reasons.get(0) : Refusal.none(reasons);
  }

  /**
   * Another node of a cluster that has taken this client before: what a node that stops says of it
   * keeps nobody from asking the others.
   */
  private static NodeConnection.Node next(
      ClusterHosts hosts,
      NodeConnection.Node lost,
      ConnectionSettings settings,
      Optional<SSLContext> tls) {
    List<GraphemberException> reasons = new ArrayList<>();
    for (Address address : hosts.addressesWithout(Address.parse(lost.address()))) {
      try {
        return at(address, settings, tls);
      } catch (GraphemberException e) {
        reasons.add(e);
      }
    }
    throw reasons.stream()
        .filter(Predicate.not(IgniteFailure::isAbsence))
        .findFirst()
        .orElseGet(() -> reasons.size() == 1 ? reasons.get(0) : Refusal.none(reasons));
  }

  private static NodeConnection.Node at(
      Address address, ConnectionSettings settings, Optional<SSLContext> tls) {
    Reachability reachability = new Reachability(tls, settings.timeout());
    reachability.require(address);
    try {
      return new NodeConnection.Node(
          Ignition.startClient(ClientConfigurations.ofService(address, settings, tls)),
          address.toString());
    } catch (ClientException e) {
      throw IgniteFailure.of(e, address, settings.login(), reachability);
    }
  }

  private static NodeConnection.Node learned(
      Consumer<NodeConnection.Node> learner, NodeConnection.Node node) {
    learner.accept(node);
    return node;
  }

  /** Why a node is not there, if it is not: one that refuses this client is. */
  private static Optional<GraphemberException> absence(
      Address address, ConnectionSettings settings, Optional<SSLContext> tls) {
    final Duration wait = settings.timeout().compareTo(PROBE) < 0 ? settings.timeout() : PROBE;
    try {
      at(address, settings.withTimeout(wait), tls).client().close();
      return Optional.empty();
    } catch (GraphemberException e) {
      return Optional.of(e).filter(IgniteFailure::isAbsence);
    }
  }

  /** True if nothing comes back from a node; one that has ended refuses at once. */
  private static boolean isSilent(
      Address address, ConnectionSettings settings, Optional<SSLContext> tls) {
    return absence(address, settings, tls)
        .filter(reason -> reason.is(ConnectionError.CONNECTION_TIMED_OUT))
        .isPresent();
  }

  /** For calls of the service. */
  public NodeConnection service() {
    return service;
  }

  /** Takes note of the nodes that the cluster has now, for when the connected one is lost. */
  public void learn() {
    if (service.lostNode().isEmpty()) {
      NodeConnection.Node node = service.node();
      service.call(node, client -> learned(learner, node));
    }
  }

  /** For results. */
  public ResultConnection results() {
    return results;
  }

  @Override
  public void close() {
    results.close();
    service.close();
  }
}
