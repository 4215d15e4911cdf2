// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.ResultInfo;
import io.graphember.client.api.Retention;
import io.graphember.jobs.catalog.CacheNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the cluster has acknowledged and not been told to drop, and whether it can be read. Between
 * two pieces of work this is all that the cluster has.
 */
final class Ledger {
  private static final Duration FORGET = Duration.ofSeconds(60);
  private static final String OURS = "graphember.";

  private final Asking asking;
  private Map<String, List<GraphInfo>> graphs = new TreeMap<>();
  private final Map<String, Map<String, Long>> results = new TreeMap<>();
  private Retention retention = Retention.EVERYTHING;

  /** Of a cluster that has nothing. */
  Ledger(Asking asking) {
    this.asking = asking;
  }

  /** Versions of graphs as the cluster lists them, by name. */
  Map<String, List<GraphInfo>> listed() throws Violation {
    final Map<String, List<GraphInfo>> byName = new TreeMap<>();
    for (GraphInfo graph : asking.ask(GraphemberClient::graphs)) {
      byName.computeIfAbsent(graph.name(), name -> new ArrayList<>()).add(graph);
    }
    return byName;
  }

  /** Takes note of the versions of a graph that was loaded just now. */
  void loaded(String graph) throws Violation {
    final List<GraphInfo> versions = listed().get(graph);
    if (versions == null) {
      throw new Violation("lost: graph %s was loaded and is not there".formatted(graph));
    }
    graphs.put(graph, versions);
  }

  /** Whether the versions of a graph are those that were noted. */
  boolean unchanged(String graph) throws Violation {
    return listed().getOrDefault(graph, List.of()).equals(graphs.getOrDefault(graph, List.of()));
  }

  /** Whether a graph is not there. */
  boolean missing(String graph) throws Violation {
    return !listed().containsKey(graph);
  }

  /**
   * Takes note that what a piece of work drops is not there any more. Checkpoints that jobs have
   * left are not in the ledger.
   */
  void dropped(Work work) {
    if (work == Work.DROP_CHECKPOINT) {
      return;
    }
    if (work == Work.DROP_GRAPH) {
      graphs.remove(work.graph());
    }
    results.remove(work.graph() + "/" + Work.PROBE.job());
  }

  /** Takes note of what a job has left, rows of each kind. */
  void left(String graph, String job, Map<String, Long> rows) {
    results.put(graph + "/" + job, rows);
  }

  /** Sets the retention of results of a graph, more than there ever are. */
  void retain(String graph, int most) throws Violation {
    retention = new Retention(most, null);
    asking.ask(
        client -> {
          client.setRetention(graph, retention);
          return true;
        });
  }

  /**
   * Compares all that can be read with what was acknowledged, and waits until nothing else is
   * there.
   *
   * @throws Violation with the difference
   */
  void require() throws Violation {
    final Map<String, List<GraphInfo>> there = listed();
    if (!there.equals(graphs)) {
      throw new Violation("lost or left: graphs are %s, not %s".formatted(there, graphs));
    }
    final Set<String> names = new TreeSet<>();
    final Set<String> caches = new HashSet<>(CacheNames.PERMANENT);
    for (ResultInfo result : asking.ask(GraphemberClient::results)) {
      names.add(result.graph() + "/" + result.job());
      result.tables().forEach(table -> caches.add(table.cache()));
      if (result.previous() != null) { // kept to be put back
        result.previous().tables().forEach(table -> caches.add(table.cache()));
      }
    }
    if (!names.equals(results.keySet())) {
      throw new Violation(
          "lost or left: results are %s, not %s".formatted(names, results.keySet()));
    }
    for (Map.Entry<String, Map<String, Long>> result : results.entrySet()) {
      requireRows(result.getKey().split("/"), result.getValue());
    }
    there.values().forEach(versions -> versions.forEach(graph -> caches.add(graph.cache())));
    requireNothingElse(caches);
    if (graphs.containsKey(Work.BASE)) {
      final Retention set = asking.ask(client -> client.retention(Work.BASE));
      if (!set.equals(retention)) {
        throw new Violation("lost: retention is %s, not %s".formatted(set, retention));
      }
    }
  }

  private void requireRows(String[] name, Map<String, Long> rows) throws Violation {
    for (Map.Entry<String, Long> kind : rows.entrySet()) {
      final long read = asking.ask(client -> Digest.rows(client, name[0], name[1], kind.getKey()));
      if (read != kind.getValue()) {
        throw new Violation(
            "wrong: %s of job %s are not what they were".formatted(kind.getKey(), name[1]));
      }
    }
  }

  /** Caches of what was dropped, and of what has failed, go a moment later. */
  private void requireNothingElse(Set<String> caches) throws Violation {
    final Bound bound = Bound.in(FORGET);
    final Set<String> more = new TreeSet<>();
    do {
      if (bound.over()) {
        throw new Violation("left: caches " + more);
      }
      Bound.pause();
      more.clear();
      for (String name : asking.caches()) {
        if (name.startsWith(OURS) && !caches.contains(name)) {
          more.add(name);
        }
      }
      if (!asking.ask(GraphemberClient::checkpoints).isEmpty()) {
        more.add("of checkpoints");
      }
    } while (!more.isEmpty());
  }

  /** Drops everything. */
  void dropAll() throws Violation {
    for (String graph : List.copyOf(graphs.keySet())) {
      asking.ask(client -> client.dropGraph(graph, true));
    }
    graphs = new TreeMap<>();
    results.clear();
    require();
  }
}
