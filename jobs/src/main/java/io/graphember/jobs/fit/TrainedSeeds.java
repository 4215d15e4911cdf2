// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.fit;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.live.GraphTask;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.task.EdgePart;
import io.graphember.training.job.task.SplitSettings;
import io.graphember.training.task.SplitDraw;
import java.util.List;
import java.util.Optional;

/**
 * What an epoch of a job trains on, as far as the description of the graph says it.
 *
 * @param total vertices, or edges that are drawn
 * @param byPartition how they lie, in proportion; empty if nobody knows
 */
public record TrainedSeeds(long total, List<Long> byPartition) {

  /** What a job that trains a model on a graph that it fits trains on. */
  public static TrainedSeeds of(GraphInfo graph, JobSettings settings) {
    final GraphTask task = GraphTask.of(graph, settings);
    return TrainingParameters.of(settings, task.shape())
        .edges()
        .map(edges -> new TrainedSeeds(edges.draws(EdgePart.TRAIN), graph.slabBytes()))
        .orElseGet(() -> ofVertices(task.vertices(), LabelSplit.drawn(settings)));
  }

  private static TrainedSeeds ofVertices(
      GraphInfo.Vertices vertices, Optional<SplitSettings> drawn) {
    final GraphInfo.SplitSizes sizes = vertices.splits();
    return drawn
        .map(
            fractions ->
                new TrainedSeeds(
                    SplitDraw.share(sum(sizes.labelled()), fractions.train()), sizes.labelled()))
        .orElseGet(() -> new TrainedSeeds(sum(sizes.train()), sizes.train()));
  }

  private static long sum(List<Long> sizes) {
    return sizes.stream().mapToLong(Long::longValue).sum();
  }
}
