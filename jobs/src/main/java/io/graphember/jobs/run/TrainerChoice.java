// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.fit.TrainedSeeds;
import io.graphember.jobs.live.GraphTask;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.tgar.plan.Plan;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.Trainers;
import io.graphember.training.job.batch.Compute;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Decides who computes the steps of a job that trains a model, and fixes how many trainers it has,
 * once, when it starts.
 */
public final class TrainerChoice {
  private final Cluster cluster;
  private final NodeStates states;

  /** A choice by the nodes that run trainers and take new work. */
  public TrainerChoice(Cluster cluster, NodeStates states) {
    this.cluster = cluster;
    this.states = states;
  }

  /** Why partitions do not compute the steps of a job, if a user has asked for it an error. */
  private record Obstacle(ErrorCode code, String why) {}

  /**
   * As the job says, or else as its graph and the nodes allow.
   *
   * @throws GraphemberException if it asks for steps of partitions, and they cannot
   */
  public Trainers of(GraphInfo graph, JobSettings settings) {
    final Compute asked = settings.train().training().compute();
    if (!settings.train().training().batch().wholeGraph() || asked == Compute.TRAINERS) {
      return trainers(graph, settings);
    }
    final Optional<Obstacle> obstacle = obstacle(graph, settings);
    if (obstacle.isEmpty()) {
      return Trainers.ofPartitions(
          graph.partitions(),
          asked == Compute.PARTITIONS
              ? "training.compute = partitions"
              : "auto: each partition computes its part of a step where it lies");
    }
    if (asked == Compute.PARTITIONS) {
      throw new GraphemberException(
          obstacle.get().code(),
          "training.compute = partitions, but %s: say trainers or auto."
              .formatted(obstacle.get().why()));
    }
    return trainers(graph, settings).because("not by partitions, since " + obstacle.get().why());
  }

  private Trainers trainers(GraphInfo graph, JobSettings settings) {
    return settings.job().trainers().stream()
        .mapToObj(count -> Trainers.given("training.trainers", count))
        .findFirst()
        .orElseGet(
            () ->
                Trainers.auto(
                    TrainedSeeds.of(graph, settings).total(),
                    settings.train().training().batchSize(),
                    states.open(Node::trainer).stream().map(Node::processors).toList()));
  }

  private Optional<Obstacle> obstacle(GraphInfo graph, JobSettings settings) {
    final TrainJob train = settings.train();
    final GraphTask task = GraphTask.of(graph, settings);
    final Optional<String> bySettings = train.notByPartitions();
    if (bySettings.isPresent()) {
      return bySettings.map(why -> new Obstacle(TrainingError.JOB_SETTINGS, why));
    }
    if (settings.job().trainers().isPresent() && settings.trainers() != graph.partitions()) {
      return Optional.of(
          new Obstacle(
              TrainingError.JOB_SETTINGS,
              "training.trainers = %d, and each of the %d partitions of graph %s is one"
                  .formatted(settings.trainers(), graph.partitions(), graph.name())));
    }
    if (task.shape().learned()) {
      return Optional.of(
          new Obstacle(
              TrainingError.TASK_UNFIT,
              "graph %s has vertices without features, whose rows are learned"
                  .formatted(graph.name())));
    }
    if (graph.partitions() > Trainers.MOST) {
      return Optional.of(
          new Obstacle(
              TrainingError.TASK_UNFIT,
              "graph %s has %d partitions, more than %d"
                  .formatted(graph.name(), graph.partitions(), Trainers.MOST)));
    }
    return modelOrNodes(graph, settings, task);
  }

  private Optional<Obstacle> modelOrNodes(GraphInfo graph, JobSettings settings, GraphTask task) {
    try {
      Plan.of(settings.ofModel().spec(task.shape()), true);
    } catch (GraphemberException e) {
      if (!e.is(SpiError.MODEL_UNSUPPORTED)) {
        throw e;
      }
      return Optional.of(
          new Obstacle(
              SpiError.MODEL_UNSUPPORTED,
              "model %s looks at whole neighbourhoods, of which a partition has a part"
                  .formatted(settings.ofModel().model().architecture().name())));
    }
    final List<UUID> able = states.open(Node::trainer).stream().map(Node::id).toList();
    return cluster.copies(graph.cache()).stream()
            .anyMatch(copies -> copies.stream().noneMatch(able::contains))
        ? Optional.of(
            new Obstacle(
                NodeError.TRAINER_MISSING,
                "some partitions of graph %s lie on nodes that run no trainers or take no new work"
                    .formatted(graph.name())))
        : Optional.empty();
  }
}
