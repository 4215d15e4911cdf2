// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.schema.Similarity;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.task.PairTaskSettings;
import io.graphember.training.job.task.TaskSettings;
import org.jspecify.annotations.Nullable;

/**
 * What is published when training is done: section {@code publish} of a job file.
 *
 * @param predictions class and probabilities of every vertex
 * @param embeddings embedding of every vertex
 * @param uncertainty how uncertain the class of every vertex is
 * @param index the similarity that nodes keep an approximate index of embeddings for; null for none
 * @param keepPrevious whether what was current of the job before stays, to be put back
 */
public record PublishSettings(
    @Setting(value = "Publish the predicted class of every vertex.", byDefault = "true")
        boolean predictions,
    @Setting(value = "Publish the embedding of every vertex.", byDefault = "true")
        boolean embeddings,
    @Setting(
            value =
                "Publish how uncertain the class of every vertex is, of a task that learns classes of"
                    + " vertices: the entropy of the probabilities, as a share of the largest there"
                    + " could be.",
            byDefault = "false")
        boolean uncertainty,
    @Setting(
            value =
                "Keep an approximate index of the embeddings in the memory of the nodes, by which similar"
                    + " vertices are found within milliseconds: by their cosine or their dot product."
                    + " Without it they are found by a search through all embeddings.",
            optional = true)
        @Nullable Similarity index,
    @Setting(
            value =
                "Keep what was current of the job before it publishes, its model and all of its results:"
                    + " 'graphember restore-results' puts them back. It takes as much room again.",
            byDefault = "true")
        boolean keepPrevious)
    implements CrossChecked {
  @Override
  public void check(Complaints complaints) {
    if (index != null && !embeddings) {
      complaints.add("index", "needs publish.embeddings: true, which it is an index of");
    }
  }

  /** Adds what does not go with the task of a model. */
  void check(TaskSettings task, Complaints complaints) {
    if (uncertainty
        && (task instanceof PairTaskSettings || task.objective() == Objective.REGRESSION)) {
      complaints.add(
          "publish.uncertainty",
          "must be false: a task of this type learns no classes of vertices");
    }
  }
}
