// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.drain;

import io.graphember.client.api.Json;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.entry.CatalogEntries;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.cluster.ClusterNode;

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

  private final Ignite ignite;
  private final Clock clock;
  private final CatalogEntries entries;
  private final AtomicInteger turn = new AtomicInteger();

  /** The nodes of a node's cluster. */
  @Inject
  public NodeStates(Ignite ignite, Clock clock) {
    this.ignite = ignite;
    this.clock = clock;
    this.entries = new CatalogEntries(ignite, GraphemberCaches.CATALOG);
  }

  /**
   * What an entry says.
   *
   * @param start id of the node in Ignite, another one at each start; null to count for all
   * @param detail who, or why
   * @param atMillis when
   */
  record Mark(UUID start, String detail, long atMillis) {}

  /** The name by which people know a node: its consistent id. */
  public static String name(ClusterNode node) {
    return String.valueOf(node.consistentId());
  }

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
    ClusterNode here = ignite.cluster().localNode();
    put(RESTART + name(here), new Mark(here.id(), why, clock.millis()));
  }

  /** What {@link #needsRestart} has said is over: this node takes new work again. */
  public void recovered() {
    entries.again(() -> entries.remove(RESTART + name(ignite.cluster().localNode())));
  }

  private void put(String path, Mark mark) {
    entries.again(() -> entries.replace(path, Json.write(mark)));
  }

  /** Why a node takes no new work; empty if it does. */
  public Optional<Unavailable> of(ClusterNode node) {
    return mark(RESTART, node)
        .map(mark -> unavailable(node, Unavailable.Reason.NEEDS_RESTART, mark))
        .or(
            () ->
                mark(DRAINED, node)
                    .map(mark -> unavailable(node, Unavailable.Reason.DRAINED, mark)));
  }

  private Optional<Mark> mark(String kind, ClusterNode node) {
    return entries
        .read(kind + name(node), NodeStates::parse)
        .filter(mark -> mark.start() == null || mark.start().equals(node.id()));
  }

  private static Mark parse(String path, String text) {
    Mark mark = Json.read(text, Mark.class);
    if (mark == null || mark.detail() == null || path.startsWith(RESTART) && mark.start() == null) {
      throw new IllegalArgumentException("it lacks who or why, or the start that it is of");
    }
    return mark;
  }

  private static Unavailable unavailable(ClusterNode node, Unavailable.Reason reason, Mark mark) {
    return new Unavailable(name(node), reason, mark.detail(), mark.atMillis());
  }

  /** All server nodes that take no new work, with the reasons. */
  public List<Unavailable> unavailable() {
    return servers(node -> true).stream().map(this::of).flatMap(Optional::stream).toList();
  }

  /**
   * Refuses new work if this node takes none.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_DRAINED}
   */
  public void requireHere() {
    of(ignite.cluster().localNode())
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
  public List<ClusterNode> open(Predicate<ClusterNode> role) {
    List<ClusterNode> able = servers(role);
    List<ClusterNode> open = able.stream().filter(node -> of(node).isEmpty()).toList();
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
   * All server nodes that take new work, each time another one first: work that is handed on is
   * spread.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_DRAINED} if there is none
   */
  public List<ClusterNode> openInTurn() {
    List<ClusterNode> nodes = new ArrayList<>(open(node -> true));
    Collections.rotate(nodes, Math.floorMod(turn.getAndIncrement(), nodes.size()));
    return nodes;
  }

  private List<ClusterNode> servers(Predicate<ClusterNode> role) {
    return ignite.cluster().forServers().nodes().stream()
        .filter(role)
        .sorted(Comparator.comparingLong(ClusterNode::order))
        .toList();
  }

  /**
   * A server node by its consistent id.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_UNKNOWN}
   */
  public ClusterNode node(String name) {
    return servers(node -> name(node).equals(name)).stream()
        .findFirst()
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.NODE_UNKNOWN,
                    "No node %s is in the cluster, there are %s."
                        .formatted(
                            name,
                            servers(node -> true).stream()
                                .map(NodeStates::name)
                                .collect(Collectors.joining(", ")))));
  }
}
