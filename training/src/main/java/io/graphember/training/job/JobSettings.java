// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.training.job.task.VertexTaskSettings;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A whole job file.
 *
 * @param name name of the job; published results carry it
 * @param seed the one seed of every random stream
 * @param source what the client reads; null if the graph is already in the cluster
 * @param graph how the graph is placed
 * @param queue how the job waits for its turn
 * @param quota what the job takes of each node at most
 * @param job what is done with it
 */
public record JobSettings(
    @Setting("Name of the job: letters, digits, '-' and '_'.")
        @Pattern(
            regexp = GraphSettings.NAME_PATTERN,
            message = "1 to 64 letters, digits, '-' or '_', starting with a letter")
        String name,
    @Setting(value = "Seed of every random number of the job.", byDefault = "0") long seed,
    @Setting(value = "What to read; without it the graph must be in the cluster.", optional = true)
        @Nullable SourceSettings source,
    @Setting("How the graph is placed.") @NotNull GraphSettings graph,
    @Setting(
            value = "How the job waits while there is no place for it in the cluster.",
            byDefault = "{}")
        @NotNull
        QueueSettings queue,
    @Setting(
            value = "What the job takes of each node at most, beside what else the node does.",
            byDefault = "{}")
        @NotNull
        QuotaSettings quota,
    @Inlined Job job)
    implements CrossChecked {

  @Override
  public void check(Complaints complaints) {
    if (source != null && graph.version() != null) {
      complaints.add(
          "graph.version", "names a version in the cluster; leave it out, or leave out source");
    }
    if (job instanceof TrainJob train && train.retrain() != null && graph.version() != null) {
      complaints.add(
          "graph.version", "must be left out with section retrain, which follows newer versions");
    }
  }

  /**
   * The job of a trainer.
   *
   * @throws ClassCastException if it is another kind of job
   */
  public TrainJob train() {
    return (TrainJob) job;
  }

  /**
   * The job of embeddings without a model.
   *
   * @throws ClassCastException if it is another kind of job
   */
  public EmbedJob embed() {
    return (EmbedJob) job;
  }

  /**
   * The job of inference.
   *
   * @throws ClassCastException if it is another kind of job
   */
  public InferJob infer() {
    return (InferJob) job;
  }

  /**
   * The job that trains or runs a model.
   *
   * @throws ClassCastException if it has no model
   */
  public ModelJob ofModel() {
    return (ModelJob) job;
  }

  /** How the model of the job runs over the whole graph, layer by layer. */
  public InferenceSettings layerwise() {
    return ofModel().layerwise(name);
  }

  /**
   * What the client reads.
   *
   * @throws IllegalStateException if the graph is already in the cluster
   */
  public SourceSettings givenSource() {
    if (source == null) {
      throw new IllegalStateException("job " + name + " has no source");
    }
    return source;
  }

  /** True if the job trains a model. */
  public boolean trainsModel() {
    return job instanceof TrainJob;
  }

  /** True if the job trains on the vertices of a split that came with the graph. */
  public boolean needsTrainSplit() {
    return job instanceof TrainJob train
        && train.task() instanceof VertexTaskSettings task
        && task.split().isEmpty();
  }

  /** The same job without its source: what a server is told. */
  public JobSettings withoutSource() {
    return new JobSettings(name, seed, null, graph, queue, quota, job);
  }

  /**
   * Logical trainers, of a job whose number is fixed.
   *
   * @throws IllegalStateException if it is not
   */
  public int trainers() {
    return job.trainers()
        .orElseThrow(() -> new IllegalStateException("the number of trainers is not fixed yet"));
  }

  /** The same job, which trains a model, with a number of trainers and who computes its steps. */
  public JobSettings with(Trainers chosen) {
    return new JobSettings(name, seed, source, graph, queue, quota, train().with(chosen));
  }

  /** The same job with another seed. */
  public JobSettings withSeed(long otherSeed) {
    return new JobSettings(name, otherSeed, source, graph, queue, quota, job);
  }
}
