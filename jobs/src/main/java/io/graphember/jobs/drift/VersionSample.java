// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drift;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.seed.SeedPlanner;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples of the features of a version of a graph: some {@value FeatureSample#ROWS} rows of each
 * vertex type that has features, as many of each partition, the same whenever they are drawn.
 *
 * @param graph the version
 * @param byType of each partition, for each vertex type; empty of a type without features
 */
public record VersionSample(GraphInfo graph, List<List<FeatureSample>> byType) {
  /**
   * Draws the samples, in one round for each vertex type.
   *
   * @param owners nodes that have the version open for a job
   * @param plan of the job
   */
  public static VersionSample draw(SeedPlanner.Owners owners, JobPlan plan) {
    final GraphInfo graph = plan.graph();
    final int each = (FeatureSample.ROWS + graph.partitions() - 1) / graph.partitions();
    final List<List<FeatureSample>> byType = new ArrayList<>();
    for (int type = 0; type < graph.vertexTypes().size(); type++) {
      final int asked = type;
      byType.add(
          graph.vertexTypes().get(type).featureDim() == 0
              ? List.of()
              : owners.ask(
                  some -> new DriftMessages.Rows(plan.job(), plan.epoch(), some, asked, each)));
    }
    return new VersionSample(graph, byType);
  }
}
