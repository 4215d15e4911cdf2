// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.result;

import io.graphember.client.api.Publication;
import io.graphember.client.api.ResultInfo;
import io.graphember.jobs.result.JobResults;
import io.graphember.jobs.result.ModelPointer;
import io.graphember.jobs.result.ResultEntries;
import java.util.List;
import java.util.Map;
import org.apache.ignite.Ignite;
import org.jspecify.annotations.Nullable;

/** What jobs have left, with sizes. Safe for use by several threads. */
public final class ResultListing {
  private final ResultEntries entries;
  private final CacheBytes sizes;

  /**
   * Results of a node's cluster.
   *
   * @param executor name of the pool that measures on each node
   */
  public ResultListing(Ignite ignite, ResultEntries entries, String executor) {
    this.entries = entries;
    this.sizes = new CacheBytes(ignite, executor);
  }

  /**
   * What the jobs of a graph have left, by name of the graph and the job.
   *
   * @param graph its name; null for all graphs
   */
  public List<ResultInfo> of(@Nullable String graph) {
    List<JobResults> results = graph == null ? entries.all() : entries.of(graph);
    Map<String, Long> bytes =
        sizes.of(
            results.stream()
                .flatMap(result -> result.publications().stream())
                .map(Publication::cache)
                .toList());
    return results.stream().map(result -> info(result, bytes)).toList();
  }

  private static ResultInfo info(JobResults results, Map<String, Long> bytes) {
    return new ResultInfo(
        results.name().graph(),
        results.name().job(),
        results.version(),
        results.created().isPresent() ? results.created().getAsLong() : null,
        results.publications().stream().map(table -> info(table, bytes)).toList(),
        results.model().map(ResultListing::info).orElse(null),
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
