// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.model;

import io.graphember.client.api.GraphInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.catalog.TrainingMemory;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.live.ModelCheckpoints;
import io.graphember.jobs.result.PublishingRun;
import io.graphember.jobs.run.JobParts;
import io.graphember.jobs.table.LearnableTables;
import io.graphember.jobs.table.StoredCheckpoints;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.training.TrainingError;
import io.graphember.training.epoch.TrainingState;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.task.PairTaskSettings;
import java.util.List;
import java.util.Optional;

/**
 * Keeps what a job trains as a model that other jobs start from, with the rows that were learned
 * with it. Used by the coordinator's thread.
 *
 * @param job number of the job
 */
record TrainedModels(JobParts parts, JobSettings settings, long job, Cancellation cancellation) {

  /**
   * Keeps the model of a job.
   *
   * @param learned rows that were learned with it, which stay from now on
   * @param memory what is kept of its training; empty if nobody is to train it on
   */
  void put(
      GraphInfo graph,
      ModelSpec spec,
      float[] parameters,
      Optional<LearnableTables> learned,
      Optional<TrainingMemory> memory) {
    put(settings.name(), graph, spec, parameters, learned, memory);
  }

  private void put(
      String name,
      GraphInfo graph,
      ModelSpec spec,
      float[] parameters,
      Optional<LearnableTables> learned,
      Optional<TrainingMemory> memory) {
    parts
        .models()
        .put(
            graph.name(),
            name,
            PublishingRun.of(job, settings),
            new StoredModel(
                spec,
                graph.version(),
                parameters,
                learned.map(LearnableTables::cache),
                learnedTypes(graph),
                Optional.of(SettingsDocument.toJson(settings.withoutSource())),
                memory));
    learned.ifPresent(tables -> tables.publish(name));
  }

  /** Names of the edge types that the model predicts; none of a model of vertices. */
  private List<String> learnedTypes(GraphInfo graph) {
    return settings.train().task() instanceof PairTaskSettings pairs
        ? pairs.edgeTypes(GraphTask.of(graph, settings).shape()).stream()
            .map(type -> graph.edgeTypes().get(type).name())
            .toList()
        : List.of();
  }

  /**
   * Keeps what the last checkpoint has as a model of its own, if parameters or rows went where no
   * number is.
   *
   * @param stepsPerEpoch steps of training, 1 or more
   * @return why the training failed, and under which name the model is kept
   */
  GraphemberException salvage(
      GraphemberException failure,
      GraphInfo graph,
      ModelSpec spec,
      long stepsPerEpoch,
      StoredCheckpoints checkpoints,
      Optional<LearnableTables> learned) {
    if (!diverged(failure) || checkpoints.manifest().isEmpty()) {
      return failure;
    }
    final String name = settings.name() + "-checkpoint";
    try {
      TrainingState last =
          ModelCheckpoints.read(
              parts.caches().open(checkpoints.cache()),
              graph.partitions(),
              checkpoints.last().orElseThrow(),
              spec.layout().length(),
              TrainingParameters.of(settings, GraphTask.of(graph, settings).shape()).optimizer(),
              cancellation);
      learned.ifPresent(rows -> rows.keepCheckpoint(checkpoints, stepsPerEpoch, cancellation));
      put(name, graph, spec, last.weights(), learned, Optional.empty());
      return new GraphemberException(
          failure.code(),
          failure.category(),
          "%s The parameters after step %d are kept: model.from = %s starts from them."
              .formatted(failure.getMessage(), last.step(), name),
          failure);
    } catch (GraphemberException e) { // not instead of why the job has ended
      failure.addSuppressed(e);
      return failure;
    }
  }

  private static boolean diverged(GraphemberException failure) {
    return failure.is(TrainingError.LOSS_NOT_FINITE) || failure.is(TensorError.GRADIENT_NOT_FINITE);
  }
}
