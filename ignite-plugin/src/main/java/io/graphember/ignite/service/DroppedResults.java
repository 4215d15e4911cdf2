// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.api.Dropped;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Publication;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.result.JobResults;
import java.util.List;

/** Says to a client what was dropped. */
final class DroppedResults {
  private DroppedResults() {}

  static Dropped of(GraphCatalog.DroppedGraph dropped) {
    return new Dropped(
        dropped.versions().stream().map(GraphInfo::version).toList(),
        of(dropped.results()),
        dropped.checkpoints());
  }

  static Dropped of(JobResults dropped) {
    return new Dropped(List.of(), of(List.of(dropped)), List.of());
  }

  private static List<Dropped.Result> of(List<JobResults> dropped) {
    return dropped.stream()
        .filter(results -> !results.isEmpty())
        .map(
            results ->
                new Dropped.Result(
                    results.name().job(),
                    results.publications().stream().map(Publication::name).toList(),
                    results.model().isPresent()))
        .toList();
  }
}
