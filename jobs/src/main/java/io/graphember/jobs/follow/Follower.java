// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.FollowRecords;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The graphs whose tables this node follows. A graph belongs to the node that has loaded it, as
 * long as that is in the cluster and takes new work; then another storage node takes it over, which
 * reads the tables at once: nobody knows what has changed meanwhile. Safe for use by several
 * threads.
 */
public final class Follower {
  private final Cluster cluster;
  private final NodeStates states;
  private final FollowRecords records;
  private final TableWatches watches;
  private final TableReadings readings;
  private final BegunWatches begun;
  private final Clock clock;
  private final Map<String, FollowedGraph> graphs = new HashMap<>(); // by name
  private boolean closed;

  /** Follows nothing. */
  @Inject
  public Follower(
      Cluster cluster,
      NodeStates states,
      GraphCatalog catalog,
      TableWatches watches,
      TableReadings readings,
      BegunWatches begun,
      Clock clock) {
    this.cluster = cluster;
    this.states = states;
    this.records = catalog.follows();
    this.watches = watches;
    this.readings = readings;
    this.begun = begun;
    this.clock = clock;
  }

  private FollowedGraph graph(Optional<TableWatch> watch) {
    return new FollowedGraph(watches, readings, records, clock, watch);
  }

  /** Takes over what nobody follows any more, and reads tables again where it is time. */
  public void look() {
    final List<FollowRecord> all = records.all();
    final Set<String> here = new HashSet<>();
    if (!all.isEmpty()) {
      final List<String> open = open();
      for (FollowRecord record : all) {
        mine(record, open)
            .ifPresent(
                own -> {
                  here.add(own.info().graph());
                  of(own.info().graph()).ifPresent(graph -> graph.look(own));
                });
      }
    }
    closeAllBut(here);
  }

  /** Names of the storage nodes that take new work, the oldest first. */
  private List<String> open() {
    try {
      return states.open(Node::storage).stream().map(Node::name).toList();
    } catch (GraphemberException e) { // all are drained
      return List.of();
    }
  }

  /** What is known of a graph if this node follows it, or takes it over now. */
  private Optional<FollowRecord> mine(FollowRecord record, List<String> open) {
    final String self = cluster.local().name();
    final String node = record.info().node();
    if (!open.contains(self)) {
      return Optional.empty();
    }
    if (node.equals(self)) {
      return Optional.of(record);
    }
    final boolean next =
        !open.contains(node)
            && open.get(Math.floorMod(record.info().graph().hashCode(), open.size())).equals(self);
    return Optional.of(record.with(record.info().by(self)))
        .filter(taken -> next && records.replace(record, taken));
  }

  private synchronized Optional<FollowedGraph> of(String graph) {
    if (closed) {
      return Optional.empty();
    }
    final Optional<TableWatch> loaded = begun.take(graph);
    if (loaded.isPresent()) { // anew: from other tables, it may be
      Optional.ofNullable(graphs.put(graph, graph(loaded))).ifPresent(FollowedGraph::close);
    }
    return Optional.of(graphs.computeIfAbsent(graph, name -> graph(Optional.empty())));
  }

  private synchronized void closeAllBut(Set<String> here) {
    graphs.entrySet().removeIf(entry -> !here.contains(entry.getKey()) && closed(entry.getValue()));
  }

  private static boolean closed(FollowedGraph graph) {
    graph.close();
    return true;
  }

  /** Follows nothing any more, since the node stops. */
  public synchronized void close() {
    closed = true;
    begun.close();
    graphs.values().forEach(FollowedGraph::close);
    graphs.clear();
  }
}
