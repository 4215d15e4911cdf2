// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.connect.Connections;
import io.graphember.client.connect.NodeConnection;
import io.graphember.client.connect.ResultConnection;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.ignite.client.ClientConnectionException;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.ClientServices;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterState;
import org.jspecify.annotations.Nullable;

/** Calls the service of the connected node and turns its errors into ours. */
final class ServiceCalls implements ServiceAccess {
  private static final String DRAINED = "NODE_DRAINED";

  /** What Ignite's client says when an answer has not come in time. */
  private static final String SILENCE = "Timeout was reached";

  private final NodeConnection connection;
  private final Optional<NodeConnection.Node> only;
  private final Optional<UUID> forwarded;

  ServiceCalls(NodeConnection connection) {
    this(connection, Optional.empty(), Optional.empty());
  }

  private ServiceCalls(
      NodeConnection connection, Optional<NodeConnection.Node> only, Optional<UUID> forwarded) {
    this.connection = connection;
    this.only = only;
    this.forwarded = forwarded;
  }

  /** Calls that go to the node of now and to no other: when it is lost, they fail. */
  ServiceCalls atOneNode() {
    return new ServiceCalls(connection, Optional.of(connection.node()), forwarded);
  }

  /** Calls that the connected node hands on to another one and answers with its answer. */
  private ServiceCalls forwardedTo(UUID node) {
    return new ServiceCalls(connection, only, Optional.of(node));
  }

  @Override
  public <T> Taken<T> take(Function<GraphemberService, String> request, TypeReference<T> type) {
    GraphemberException refusal;
    try {
      return new Taken<>(this, call(request, type));
    } catch (GraphemberException e) {
      if (!e.code().equals(DRAINED)) {
        throw e;
      }
      refusal = e;
    }
    for (UUID node : call(GraphemberService::openNodes, new TypeReference<List<UUID>>() {})) {
      ServiceCalls there = forwardedTo(node);
      try {
        return new Taken<>(there, there.call(request, type));
      } catch (GraphemberException e) {
        if (!e.code().equals(DRAINED)) { // since it was asked for
          throw e;
        }
        refusal = e;
      }
    }
    throw refusal;
  }

  private NodeConnection.Node node() {
    if (only.isPresent() && !connection.has(only.get())) {
      throw lost(only.get(), null);
    }
    return only.orElseGet(connection::node);
  }

  private static GraphemberException lost(
      NodeConnection.Node node, @Nullable ClientException cause) {
    return new GraphemberException(
        ClientError.CALL_FAILED,
        "The connection to the node at %s was lost: see whether the node runs, its log says more."
            .formatted(node.address()),
        cause);
  }

  @Override
  public <T> T call(Function<GraphemberService, String> method, TypeReference<T> type) {
    return Json.value(reply(method, failure -> false), type);
  }

  /**
   * The same for what a node answers at once: one that says nothing until the client gives up is
   * lost.
   */
  <T> T ask(Function<GraphemberService, String> method, TypeReference<T> type) {
    return Json.value(
        reply(method, failure -> String.valueOf(failure.getMessage()).contains(SILENCE)), type);
  }

  private String reply(
      Function<GraphemberService, String> method, Predicate<ClientException> silence) {
    NodeConnection.Node node = node();
    try {
      return connection.call(
          node,
          client ->
              method.apply(
                  services(client).serviceProxy(GraphemberService.NAME, GraphemberService.class)));
    } catch (ClientConnectionException e) {
      connection.lost(node);
      throw translated(e, node);
    } catch (ClientException e) {
      GraphemberException failure = translated(e, node);
      if (silence.test(e) && failure.is(ClientError.CALL_FAILED)) {
        connection.lost(node);
      }
      throw failure;
    }
  }

  /** Where the last node was if it is lost, and no other one was found yet. */
  Optional<String> lostAddress() {
    return connection.lostNode().map(NodeConnection.Node::address);
  }

  private ClientServices services(IgniteClient client) {
    return forwarded
        .map(other -> client.services(client.cluster().forNodeId(other)))
        .orElseGet(client::services);
  }

  /**
   * Reads results.
   *
   * @param question asked again if a node is frozen
   */
  <T> T read(
      Connections connections, BiFunction<IgniteClient, ResultConnection.Progress, T> question) {
    try {
      return connections.results().ask(question);
    } catch (ClientException e) {
      throw translated(e);
    }
  }

  /**
   * Looks results up by key or partition.
   *
   * @param question asked again if a node is frozen
   */
  <T> T lookUp(Connections connections, Function<IgniteClient, T> question) {
    try {
      return connections.results().lookUp(question);
    } catch (ClientException e) {
      throw translated(e);
    }
  }

  /**
   * Says so if the cluster is not active: a call of any service would wait there until it times
   * out, and hold a thread of the node.
   *
   * @throws GraphemberException with code {@link ClientError#CLUSTER_INACTIVE}
   */
  void requireActive() {
    NodeConnection.Node node = connection.node();
    if (inactive(node)) {
      throw notActive(node, null);
    }
  }

  private static GraphemberException notActive(
      NodeConnection.Node node, @Nullable ClientException cause) {
    return new GraphemberException(
        ClientError.CLUSTER_INACTIVE,
        "The cluster of the node at %s is not active: activate it with Ignite's bin/control.sh --set-state ACTIVE."
            .formatted(node.address()),
        cause);
  }

  /** What a failure of a connection or of a node is called for users. */
  GraphemberException translated(ClientException e) {
    return translated(e, connection.node());
  }

  private GraphemberException translated(ClientException e, NodeConnection.Node node) {
    if (e instanceof ClientConnectionException) {
      return lost(node, e);
    }
    if (inactive(node)) {
      return notActive(node, e);
    }
    String message = String.valueOf(e.getMessage());
    if (message.contains("Failed to find deployed service")
        || message.contains("Service not found")) {
      if (forwarded.isPresent()) {
        return new GraphemberException(
            ClientError.CALL_FAILED,
            "Node %s, which the node at %s handed the work to, has left the cluster."
                .formatted(forwarded.get(), node.address()),
            e);
      }
      return new GraphemberException(
          ClientError.SERVICE_MISSING,
          "The Ignite node at %s has no Graphember: put the plugin into its libs/ folder."
              .formatted(node.address()),
          e);
    }
    return new GraphemberException(
        ClientError.CALL_FAILED,
        "The node at %s did not answer: %s.".formatted(node.address(), firstSentence(message)),
        e);
  }

  /** True if the node still answers, and says that its cluster is not active. */
  private boolean inactive(NodeConnection.Node node) {
    try {
      return connection.call(node, client -> client.cluster().state()) == ClusterState.INACTIVE;
    } catch (ClientException expected) {
      return false; // it does not answer at all
    }
  }

  private static String firstSentence(String message) {
    return message.lines().findFirst().orElse("").replaceAll("[.\\s]+$", "");
  }
}
