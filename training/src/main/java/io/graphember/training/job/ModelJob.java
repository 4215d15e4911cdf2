// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.training.job.task.EvaluationSettings;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.job.task.PairTaskSettings;
import io.graphember.training.job.task.TaskSettings;
import java.util.List;
import java.util.Optional;

/** A job with a model: one that trains it, or one that runs it. */
public sealed interface ModelJob extends Job permits TrainJob, InferJob {
  /** The model. */
  ModelSettings model();

  /** What it has learned or is to learn. */
  TaskSettings task();

  /** True if something is learned of edges or other pairs, not of vertices. */
  default boolean ofPairs() {
    return task() instanceof PairTaskSettings;
  }

  /** The model for a graph. */
  default ModelSpec spec(GraphShape graph) {
    return model().spec(graph).with(task().decoder(model().hidden(), graph));
  }

  @Override
  default double heldOut() {
    return task().heldOut();
  }

  @Override
  default List<String> heldOutTypes() {
    return task().heldOutTypes();
  }

  @Override
  default Optional<EvaluationSettings> evaluation() {
    return task().evaluation();
  }

  /**
   * How the model runs over the whole graph, layer by layer: of a job that trains it, in memory.
   *
   * @param name name of the job
   */
  InferenceSettings layerwise(String name);
}
