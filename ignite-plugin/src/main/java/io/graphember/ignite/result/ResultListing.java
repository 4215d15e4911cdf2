// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.result;

import io.graphember.client.api.Publication;
import io.graphember.client.api.ResultInfo;
import io.graphember.jobs.result.JobResults;
import io.graphember.jobs.result.ModelPointer;
import io.graphember.jobs.result.PreviousEntries;
import io.graphember.jobs.result.PreviousResults;
import io.graphember.jobs.result.ResultEntries;
import io.graphember.jobs.result.ResultName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.jspecify.annotations.Nullable;

/** What jobs have left, with sizes. Safe for use by several threads. */
public final class ResultListing {
  private final ResultEntries entries;
  private final PreviousEntries previous;
  private final CacheBytes sizes;

  /**
   * Results of a node's cluster.
   *
   * @param executor name of the pool that measures on each node
   */
  public ResultListing(
      Ignite ignite, ResultEntries entries, PreviousEntries previous, String executor) {
    this.entries = entries;
    this.previous = previous;
    this.sizes = new CacheBytes(ignite, executor);
  }

  /**
   * What the jobs of a graph have left, by name of the graph and the job.
   *
   * @param graph its name; null for all graphs
   */
  public List<ResultInfo> of(@Nullable String graph) {
    final List<JobResults> results = graph == null ? entries.all() : entries.of(graph);
    final Map<ResultName, PreviousResults> before = previous.all();
    final List<String> caches =
        results.stream()
            .flatMap(
                result ->
                    Stream.concat(
                        result.publications().stream(),
                        Stream.ofNullable(before.get(result.name()))
                            .flatMap(kept -> kept.all().stream())))
            .map(Publication::cache)
            .distinct()
            .toList();
    final Map<String, Long> bytes = sizes.of(caches);
    return results.stream()
        .map(result -> info(result, Optional.ofNullable(before.get(result.name())), bytes))
        .toList();
  }

  /** What one job has left of a graph. */
  public ResultInfo of(String graph, String job) {
    return of(graph).stream()
        .filter(result -> result.job().equals(job))
        .findFirst()
        .orElseGet(
            () -> // dropped meanwhile
            info(
                    new JobResults(new ResultName(graph, job), List.of(), Optional.empty()),
                    Optional.empty(),
                    Map.of()));
  }

  private static ResultInfo info(
      JobResults results, Optional<PreviousResults> before, Map<String, Long> bytes) {
    return new ResultInfo(
        results.name().graph(),
        results.name().job(),
        results.version(),
        results.created().isPresent() ? results.created().getAsLong() : null,
        results.publications().stream().map(table -> info(table, bytes)).toList(),
        results.model().map(ResultListing::info).orElse(null),
        before
            .filter(kept -> !kept.nothing())
            .map(
                kept ->
                    new ResultInfo.Previous(
                        kept.all().stream().map(table -> info(table, bytes)).toList(),
                        kept.model() == null ? null : info(kept.model())))
            .orElse(null),
        null);
  }

  private static ResultInfo.Table info(Publication table, Map<String, Long> bytes) {
    return new ResultInfo.Table(
        table.name(),
        table.cache(),
        table.graphVersion(),
        table.entries(),
        bytes.getOrDefault(table.cache(), 0L),
        table.created());
  }

  private static ResultInfo.Model info(ModelPointer model) {
    return new ResultInfo.Model(model.graphVersion(), model.bytes(), model.created());
  }
}
