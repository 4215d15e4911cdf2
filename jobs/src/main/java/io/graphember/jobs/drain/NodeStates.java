// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drain;

import io.graphember.client.api.Json;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes take new work. Entries of the catalog by consistent id, each a {@link Mark} as JSON:
 *
 * <pre>
 * drained/NODE   who drains the node; stays when the node is restarted
 * restart/NODE   why the node must be restarted; counts until it is
 * </pre>
 *
 * <p>What cannot be read counts as absent. Reading costs two accesses of a replicated cache for
 * each node. Safe for use by several threads and nodes.
 */
public final class NodeStates {
  private static final String DRAINED = "drained/";
  private static final String RESTART = "restart/";

  private final Cluster cluster;
  private final Clock clock;
  private final CatalogEntries entries;
  private final AtomicInteger turn = new AtomicInteger();

  /** The nodes of a node's cluster. */
  @Inject
  public NodeStates(Cluster cluster, CatalogEntries entries, Clock clock) {
    this.cluster = cluster;
    this.clock = clock;
    this.entries = entries;
  }

  /**
   * What an entry says.
   *
   * @param start id of the node in Ignite, another one at each start; null to count for all
   * @param detail who, or why
   * @param atMillis when
   */
  record Mark(@Nullable UUID start, String detail, long atMillis) {}

  /**
   * Lets a node take no new work, also when it is started again.
   *
   * @param node consistent id of a node that is in the cluster
   * @param by who says so
   * @throws GraphemberException with code {@link NodeError#NODE_UNKNOWN}
   */
  public void drain(String node, String by) {
    node(node);
    put(DRAINED + node, new Mark(null, by, clock.millis()));
  }

  /**
   * Lets a node that was drained take new work again.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_UNKNOWN} if it neither was drained
   *     nor is in the cluster
   */
  public void undrain(String node) {
    if (entries.again(() -> entries.remove(DRAINED + node)).isEmpty()) {
      node(node);
    }
  }

  /**
   * Lets this node take no new work until it is started again.
   *
   * @param why what is wrong with it, for messages: {@code "a call of the engine hangs"}
   */
  public void needsRestart(String why) {
    Node here = cluster.local();
    put(RESTART + here.name(), new Mark(here.id(), why, clock.millis()));
  }

  /** What {@link #needsRestart} has said is over: this node takes new work again. */
  public void recovered() {
    entries.again(() -> entries.remove(RESTART + cluster.local().name()));
  }

  private void put(String path, Mark mark) {
    entries.again(() -> entries.replace(path, Json.write(mark)));
  }

  /** Why a node takes no new work; empty if it does. */
  public Optional<Unavailable> of(Node node) {
    return mark(RESTART, node)
        .map(mark -> unavailable(node, Unavailable.Reason.NEEDS_RESTART, mark))
        .or(
            () ->
                mark(DRAINED, node)
                    .map(mark -> unavailable(node, Unavailable.Reason.DRAINED, mark)));
  }

  private Optional<Mark> mark(String kind, Node node) {
    return entries
        .read(kind + node.name(), NodeStates::parse)
        .filter(mark -> mark.start() == null || mark.start().equals(node.id()));
  }

  private static Mark parse(String path, String text) {
    Mark mark = Json.read(text, Mark.class);
    if (mark == null || mark.detail() == null || path.startsWith(RESTART) && mark.start() == null) {
      throw new IllegalArgumentException("it lacks who or why, or the start that it is of");
    }
    return mark;
  }

  private static Unavailable unavailable(Node node, Unavailable.Reason reason, Mark mark) {
    return new Unavailable(node.name(), reason, mark.detail(), mark.atMillis());
  }

  /** All server nodes that take no new work, with the reasons. */
  public List<Unavailable> unavailable() {
    return servers(node -> true).stream().map(this::of).flatMap(Optional::stream).toList();
  }

  /** Their numbers. */
  public Set<UUID> unavailableNodes() {
    return servers(node -> of(node).isPresent()).stream().map(Node::id).collect(Collectors.toSet());
  }

  /**
   * Refuses new work if this node takes none.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_DRAINED}
   */
  public void requireHere() {
    of(cluster.local())
        .ifPresent(
            state -> {
              throw new GraphemberException(
                  NodeError.NODE_DRAINED,
                  "This node takes no new work: %s; ask another node.".formatted(state.text()));
            });
  }

  /**
   * The server nodes of a role that take new work, oldest first; empty if no node has the role.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_DRAINED} if none of those that have
   *     it takes any
   */
  public List<Node> open(Predicate<Node> role) {
    List<Node> able = servers(role);
    List<Node> open = able.stream().filter(node -> of(node).isEmpty()).toList();
    if (open.isEmpty() && !able.isEmpty()) {
      throw new GraphemberException(
          NodeError.NODE_DRAINED,
          "No node that could do it takes new work: %s; see graphember undrain."
              .formatted(
                  able.stream()
                      .map(this::of)
                      .flatMap(Optional::stream)
                      .map(Unavailable::text)
                      .collect(Collectors.joining(", "))));
    }
    return open;
  }

  /**
   * The same for work that has begun: where no node takes new work, old work goes on on all that
   * have the role.
   */
  public List<Node> openToOld(Predicate<Node> role) {
    List<Node> able = servers(role);
    List<Node> open = able.stream().filter(node -> of(node).isEmpty()).toList();
    return open.isEmpty() ? able : open;
  }

  /**
   * All server nodes that take new work, each time another one first: work that is handed on is
   * spread.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_DRAINED} if there is none
   */
  public List<Node> openInTurn() {
    List<Node> nodes = new ArrayList<>(open(node -> true));
    Collections.rotate(nodes, Math.floorMod(turn.getAndIncrement(), nodes.size()));
    return nodes;
  }

  private List<Node> servers(Predicate<Node> role) {
    return cluster.servers().stream().filter(role).toList();
  }

  /**
   * A server node by its consistent id.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_UNKNOWN}
   */
  public Node node(String name) {
    return cluster
        .server(name)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.NODE_UNKNOWN,
                    "No node %s is in the cluster, there are %s."
                        .formatted(
                            name,
                            servers(node -> true).stream()
                                .map(Node::name)
                                .collect(Collectors.joining(", ")))));
  }
}
