// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.fit;

import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.partition.staging.LabelCounts;
import io.graphember.schema.Split;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.task.SplitSettings;
import io.graphember.training.job.task.VertexTaskSettings;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitVertices;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** What a job trains on, and is judged by, of the labelled vertices of its graph. */
public final class LabelSplit {
  private LabelSplit() {}

  /**
   * The split that came with the graph, or one that is drawn if the job asks for that.
   *
   * @param byPartition labels of every partition, in their order
   * @throws GraphemberException as {@link #require}
   */
  public static SplitVertices of(JobSettings settings, List<PartitionLabels> byPartition) {
    require(settings, counts(byPartition));
    final Optional<SplitSettings> drawn = drawn(settings);
    return drawn.isEmpty()
        ? new SplitVertices(
            select(byPartition, in(Split.TRAIN)),
            select(byPartition, in(Split.VALID)),
            select(byPartition, in(Split.TEST)))
        : SplitVertices.draw(select(byPartition, code -> true), drawn.get(), settings.seed());
  }

  private static Optional<SplitSettings> drawn(JobSettings settings) {
    return ((VertexTaskSettings) settings.train().task()).split();
  }

  private static LabelCounts counts(List<PartitionLabels> byPartition) {
    long labelled = 0;
    long train = 0;
    long splitWithoutLabel = 0;
    long notLabels = 0;
    for (PartitionLabels labels : byPartition) {
      labelled += labels.vids().length;
      for (int i = 0; i < labels.vids().length; i++) {
        train += labels.splits()[i] == Split.TRAIN.code() ? 1 : 0;
      }
      splitWithoutLabel += labels.splitWithoutLabel();
      notLabels += labels.noLabels();
    }
    return new LabelCounts(labelled, train, splitWithoutLabel, notLabels);
  }

  /**
   * Refuses labels that a job cannot train on.
   *
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT} if the labels do not fit
   *     the task, or none is to be trained on
   */
  static void require(JobSettings settings, LabelCounts counts) {
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
        .map(drawn -> SplitVertices.share(counts.labelled(), drawn.train()))
        .orElse(counts.train());
  }

  private static IntPredicate in(Split split) {
    return code -> code == split.code();
  }

  /** Labelled vertices of splits of some codes, in ascending order of vid. */
  private static LabeledVertices select(List<PartitionLabels> byPartition, IntPredicate codes) {
    LongArray vids = new LongArray(1024);
    IntArray labels = new IntArray(1024);
    for (PartitionLabels partition : byPartition) {
      for (int i = 0; i < partition.vids().length; i++) {
        if (codes.test(partition.splits()[i])) {
          vids.add(partition.vids()[i]);
          labels.add(partition.labels()[i]);
        }
      }
    }
    return new LabeledVertices(vids.toArray(), labels.toArray());
  }
}
