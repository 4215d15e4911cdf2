// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.fit;

import io.graphember.partition.staging.LabelCounts;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.task.SplitSettings;
import io.graphember.training.job.task.VertexTaskSettings;
import io.graphember.training.task.SplitDraw;
import java.util.Optional;

/** What a job trains on, and is judged by, of the labelled vertices of its graph. */
public final class LabelSplit {
  private LabelSplit() {}

  /** The fractions by which a job draws its split; empty for the split that came with the graph. */
  public static Optional<SplitSettings> drawn(JobSettings settings) {
    return ((VertexTaskSettings) settings.train().task()).split();
  }

  /**
   * Refuses labels that a job cannot train on.
   *
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT} if the labels do not fit
   *     the task, or none is to be trained on; {@link SamplingError#VERTEX_COLUMN_MISSING} if one
   *     has no time that the job asks for
   */
  public static void require(JobSettings settings, LabelCounts counts) {
    final String graph = settings.graph().name();
    if (settings.ofModel().task().objective() == Objective.MULTI_LABEL && counts.notLabels() > 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Targets of %d vertices of graph %s are not 0 to 1: task.type: multi-label needs labels, regression learns other numbers."
              .formatted(counts.notLabels(), graph));
    }
    if (drawn(settings).isEmpty() && counts.splitWithoutLabel() > 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Vertices without a label are in the splits of graph %s, %d of them: only a labelled vertex may be in a split."
              .formatted(graph, counts.splitWithoutLabel()));
    }
    if (settings.train().sampling().beforeSeeds() && counts.withoutTime() > 0) {
      throw new GraphemberException(
          SamplingError.VERTEX_COLUMN_MISSING,
          "%d labelled vertices of graph %s have no time, which sampling.before: seed asks for: give each its time in the column that time of their table names, or leave its label out."
              .formatted(counts.withoutTime(), graph));
    }
    if (trained(settings, counts) == 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "The train split of graph %s is empty: name split files in source.split, or fractions in task.split."
              .formatted(graph));
    }
  }

  /** How many vertices are in the train split, given or drawn. */
  static long trained(JobSettings settings, LabelCounts counts) {
    return drawn(settings)
        .map(drawn -> SplitDraw.share(counts.labelled(), drawn.train()))
        .orElse(counts.train());
  }
}
