// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.Json;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.spi.error.GraphemberException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The storage nodes of a cluster in memory: entry {@code storage-nodes} of the catalog, their
 * consistent ids as a JSON array. A node enters it while there is a majority, so that nobody makes
 * one of half a cluster by starting nodes there.
 */
public final class CatalogNodes implements StorageNodes {
  private static final String PATH = "storage-nodes";
  private static final int MOST_NODES = 10_000;

  private final Cluster cluster;
  private final NodeLog log;
  private final CatalogEntries entries;
  private final Set<String> left = ConcurrentHashMap.newKeySet(); // in order, still in the entry

  /** The set in a catalog. */
  public CatalogNodes(Cluster cluster, CatalogEntries entries, NodeLog log) {
    this.cluster = cluster;
    this.log = log;
    this.entries = entries;
  }

  @Override
  public NodeSet now() {
    return seen(stored());
  }

  private SortedSet<String> stored() {
    return new TreeSet<>(entries.read(PATH, CatalogNodes::parse).orElse(List.of()));
  }

  /** The set without those that have stopped in order, though the entry may still have them. */
  private NodeSet seen(SortedSet<String> stored) {
    final Set<String> topology = cluster.serverNames();
    return NodeSet.of(
        stored.stream().filter(node -> topology.contains(node) || !left.contains(node)).toList(),
        topology);
  }

  /** Whatever somebody may have written there. */
  private static List<String> parse(String path, String text) {
    List<String> nodes = Json.read(text, new TypeReference<List<String>>() {});
    if (nodes == null || nodes.stream().anyMatch(Objects::isNull) || nodes.size() > MOST_NODES) {
      throw new IllegalArgumentException(
          "it is no array of at most %d consistent ids".formatted(MOST_NODES));
    }
    return nodes;
  }

  /** Adds a node that is here; nothing happens while there is no majority. */
  public void enter(String node) {
    change(set -> set.hasMajority() ? with(set.known(), node) : set.known());
  }

  /** Removes a node that does not store graphs any more. */
  public void leave(String node) {
    change(set -> without(set.known(), node));
  }

  /** A node has stopped in order: from now on it does not count, also before it is removed. */
  public void stopped(String node) {
    left.add(node);
  }

  /** A node was lost: it counts until it is forgotten. */
  public void lost(String node) {
    left.remove(node);
  }

  /** Removes those that have stopped in order. */
  public void removeStopped() {
    left.removeIf(cluster.serverNames()::contains); // they have started again
    final Set<String> stopped = Set.copyOf(left);
    if (!stopped.isEmpty()) {
      change(NodeSet::known);
      left.removeAll(stopped);
    }
  }

  @Override
  public void forget(String node) {
    change(
        set -> {
          requireLost(set, node);
          return without(set.known(), node);
        });
    log.warning("storage node %s was forgotten".formatted(node));
  }

  private static void requireLost(NodeSet set, String node) {
    if (!set.known().contains(node)) {
      throw new GraphemberException(
          NodeError.NODE_UNKNOWN,
          "node = %s: no storage node of this cluster has that consistent id, there %s."
              .formatted(
                  node, set.known().isEmpty() ? "is none" : "are " + NodeSet.names(set.known())));
    }
    if (set.here().contains(node)) {
      throw new GraphemberException(
          NodeError.NODE_ALIVE,
          "node = %s: it is in the cluster, and only lost nodes are forgotten; a node that is stopped in order leaves by itself."
              .formatted(node));
    }
  }

  @Override
  public String remedy() {
    return "graphember forget NODE";
  }

  /** Changes the entry under its lock, if what follows differs from what it says. */
  private void change(Function<NodeSet, SortedSet<String>> following) {
    entries.again(
        () ->
            entries.atOnce(
                () -> {
                  SortedSet<String> stored = stored(); // takes the lock
                  SortedSet<String> next = following.apply(seen(stored));
                  if (!next.equals(stored)) {
                    entries.put(PATH, Json.write(next));
                  }
                  return next;
                }));
  }

  private static SortedSet<String> with(Collection<String> nodes, String node) {
    SortedSet<String> more = new TreeSet<>(nodes);
    more.add(node);
    return more;
  }

  private static SortedSet<String> without(Collection<String> nodes, String node) {
    SortedSet<String> fewer = new TreeSet<>(nodes);
    fewer.remove(node);
    return fewer;
  }
}
