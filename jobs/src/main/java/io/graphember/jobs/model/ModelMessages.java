// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.model;

import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.live.ModelCheckpoints;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.publish.NotFiniteVertices;
import io.graphember.jobs.publish.Publisher;
import io.graphember.jobs.seed.SeedPlan;
import io.graphember.jobs.train.ModelStart;
import io.graphember.jobs.train.PartitionTrainer;
import io.graphember.jobs.train.TrainerResult;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;
import java.util.Optional;

/** What a job that trains a model asks of its nodes. */
public final class ModelMessages implements MessageGroup {
  private final GraphCatalog graphs;
  private final Caches caches;
  private final LiveStore jobs;
  private final Publisher publisher;
  private final TrainerRunner trainers;
  private final PartitionTrainer partitions;

  @Inject
  ModelMessages(
      GraphCatalog graphs,
      Caches caches,
      LiveStore jobs,
      Publisher publisher,
      TrainerRunner trainers,
      PartitionTrainer partitions) {
    this.graphs = graphs;
    this.caches = caches;
    this.jobs = jobs;
    this.publisher = publisher;
    this.trainers = trainers;
    this.partitions = partitions;
  }

  /**
   * Runs one trainer on a node to its end, or all partitions that the node computes.
   *
   * @param rank of the trainer, or the first of these partitions
   * @param seeds which vertices each trainer learns of
   * @param testEdges edges that the graph does not have
   * @param start what it begins with
   * @param cache durable cache of the job's checkpoints; empty if it has none
   * @param manifest checkpoint to go on from; empty to begin
   */
  record Train(
      long job,
      int epoch,
      int rank,
      SeedPlan seeds,
      TypedEdges testEdges,
      ModelStart start,
      Optional<String> cache,
      Optional<byte[]> manifest)
      implements Message<TrainerResult> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Train.class, this::train);
  }

  private TrainerResult train(Train asked) {
    return jobs.work(asked.job(), asked.epoch(), live -> train(asked, live));
  }

  private TrainerResult train(Train asked, LiveJob live) {
    Optional<ModelCheckpoints> checkpoints =
        asked
            .cache()
            .map(
                name ->
                    new ModelCheckpoints(
                        live,
                        caches.open(name),
                        graphs,
                        asked.manifest().map(ManifestFormat::decode)));
    try {
      return live.plan().computedByPartitions()
          ? partitions.run(live, asked.rank(), asked.seeds(), asked.start(), checkpoints)
          : trainers.run(
              live, asked.rank(), asked.seeds(), asked.testEdges(), asked.start(), checkpoints);
    } catch (GraphemberException e) {
      throw NotFiniteVertices.named(e, live, publisher);
    }
  }
}
