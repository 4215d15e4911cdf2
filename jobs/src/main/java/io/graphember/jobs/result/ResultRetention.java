// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import io.graphember.client.api.Json;
import io.graphember.client.api.Retention;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.entry.CatalogEntries;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Which results of each graph's jobs stay: entries {@code retention/GRAPH} of the catalog. Safe for
 * use by several threads and nodes.
 */
public final class ResultRetention {
  private static final String RETENTION = "retention/";

  private final CatalogEntries entries;
  private final ResultEntries results;
  private final Clock clock;

  /**
   * Retention of a catalog.
   *
   * @param clock tells how old results are
   */
  public ResultRetention(CatalogEntries entries, ResultEntries results, Clock clock) {
    this.entries = entries;
    this.results = results;
    this.clock = clock;
  }

  /** What stays of a graph. */
  public Retention of(String graph) {
    return entries
        .read(RETENTION + graph, (path, text) -> parse(text))
        .orElse(Retention.EVERYTHING);
  }

  private static Retention parse(String text) {
    return Json.read(text, Retention.class);
  }

  /** Says what stays of a graph. */
  public void set(String graph, Retention retention) {
    if (retention.isEverything()) {
      forget(graph);
    } else {
      entries.put(RETENTION + graph, Json.write(retention));
    }
  }

  /**
   * Those that are to go of the checkpoints that jobs without results have left.
   *
   * @param checkpoints of all graphs
   */
  public List<StoredCheckpoint> outdatedCheckpoints(List<StoredCheckpoint> checkpoints) {
    return checkpoints.stream()
        .collect(Collectors.groupingBy(StoredCheckpoint::graph))
        .entrySet()
        .stream()
        .flatMap(
            graph ->
                new RetentionRule(of(graph.getKey()))
                    .outdatedCheckpoints(graph.getValue(), clock.millis()).stream())
        .toList();
  }

  private void forget(String graph) {
    entries.remove(RETENTION + graph);
  }

  /**
   * The results that are to go, of all graphs. Forgets the retention of graphs that are gone with
   * all their results.
   *
   * @param graphs tells whether a graph is there
   * @param used names of results that a job is making: they stay until it has ended
   */
  public List<JobResults> outdated(Predicate<String> graphs, Supplier<Set<String>> used) {
    List<JobResults> outdated = new ArrayList<>();
    Map<String, Retention> rules = entries.below(RETENTION, (path, text) -> parse(text));
    if (rules.isEmpty()) {
      return List.of();
    }
    rules.forEach(
        (path, retention) -> {
          final String graph = path.substring(RETENTION.length());
          List<JobResults> ofGraph = results.of(graph);
          if (ofGraph.isEmpty() && !graphs.test(graph)) {
            forget(graph);
          }
          outdated.addAll(new RetentionRule(retention).outdated(ofGraph, clock.millis()));
        });
    // Asked for last: whoever has published what was found said before that it is used.
    Set<String> making = outdated.isEmpty() ? Set.of() : used.get();
    outdated.removeIf(result -> making.contains(result.name().toString()));
    return outdated;
  }
}
