// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ingest.Split;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.VertexTask;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitVertices;
import java.util.List;

/** What a job trains on, and is judged by, of the labelled vertices of its graph. */
final class LabelSplit {
  private LabelSplit() {}

  /**
   * The split that came with the graph, or one that is drawn if the job asks for that.
   *
   * @param byPartition labels of every partition, in their order
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT} if the labels do not fit
   *     the task, or none is to be trained on
   */
  static SplitVertices of(JobSettings settings, List<PartitionLabels> byPartition) {
    final String graph = settings.graph().name();
    final int noLabels = byPartition.stream().mapToInt(labels -> labels.noLabels).sum();
    if (settings.training().task() == VertexTask.MULTI_LABEL && noLabels > 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Targets of %d vertices of graph %s are not 0 to 1: training.task: multi-label needs labels, regression learns other numbers."
              .formatted(noLabels, graph));
    }
    SplitVertices split =
        settings.training().split() == null
            ? given(graph, byPartition)
            : SplitVertices.draw(
                select(byPartition, null), settings.training().split(), settings.seed());
    if (split.train().size() == 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "The train split of graph %s is empty: name split files in source.split, or fractions in training.split."
              .formatted(graph));
    }
    return split;
  }

  private static SplitVertices given(String graph, List<PartitionLabels> byPartition) {
    final int unlabeled = byPartition.stream().mapToInt(labels -> labels.splitWithoutLabel).sum();
    if (unlabeled > 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT,
          "Vertices without a label are in the splits of graph %s, %d of them: only a labelled vertex may be in a split."
              .formatted(graph, unlabeled));
    }
    return new SplitVertices(
        select(byPartition, Split.TRAIN),
        select(byPartition, Split.VALID),
        select(byPartition, Split.TEST));
  }

  /** Labelled vertices of a split, or of all for null, in ascending order of vid. */
  private static LabeledVertices select(List<PartitionLabels> byPartition, Split split) {
    LongArray vids = new LongArray(1024);
    IntArray labels = new IntArray(1024);
    for (PartitionLabels partition : byPartition) {
      for (int i = 0; i < partition.vids.length; i++) {
        if (split == null || partition.splits[i] == split.code()) {
          vids.add(partition.vids[i]);
          labels.add(partition.labels[i]);
        }
      }
    }
    return new LabeledVertices(vids.toArray(), labels.toArray());
  }
}
