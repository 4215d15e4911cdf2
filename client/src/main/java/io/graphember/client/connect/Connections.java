// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one client. Two, because they want the opposite: calls of the service stay at
 * one node, see {@link NodeConnection}; results are read from all nodes, each key at the node that
 * has it, through Ignite's cluster discovery and partition awareness. The second is opened when
 * results are read first. Safe for use by several threads.
 */
public final class Connections implements AutoCloseable {
  private final NodeConnection service;
  private final Supplier<IgniteClient> resultOpener;
  private @Nullable IgniteClient results; // null until results are read

  private Connections(NodeConnection service, Supplier<IgniteClient> resultOpener) {
    this.service = service;
    this.resultOpener = resultOpener;
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
    NodeConnection service = new NodeConnection(() -> first(settings, tls));
    return new Connections(
        service,
        () -> {
          NodeConnection.Node node = service.node();
          hosts.learn(node.client());
          return Ignition.startClient(
              ClientConfigurations.ofResults(Address.parse(node.address()), settings, tls));
        });
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
    return new Connections(new NodeConnection(() -> node), node::client);
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
        return new NodeConnection.Node(at(address, settings, tls), address.toString());
      } catch (GraphemberException e) {
        if (!IgniteFailure.isAbsence(e)) {
          throw e; // another node would refuse this client, too
        }
        reasons.add(e);
      }
    }
    throw reasons.size() == 1 ? reasons.get(0) : Refusal.none(reasons);
  }

  private static IgniteClient at(
      Address address, ConnectionSettings settings, Optional<SSLContext> tls) {
    Reachability reachability = new Reachability(tls, settings.timeout());
    reachability.require(address);
    try {
      return Ignition.startClient(ClientConfigurations.ofService(address, settings, tls));
    } catch (ClientException e) {
      throw IgniteFailure.of(e, address, settings.login(), reachability);
    }
  }

  /** For calls of the service. */
  public NodeConnection service() {
    return service;
  }

  /**
   * For results.
   *
   * @throws ClientException if the nodes do not answer any more
   */
  public synchronized IgniteClient results() {
    if (results == null) {
      results = resultOpener.get();
    }
    return results;
  }

  @Override
  public synchronized void close() {
    if (results != null) {
      results.close();
    }
    service.close();
  }
}
