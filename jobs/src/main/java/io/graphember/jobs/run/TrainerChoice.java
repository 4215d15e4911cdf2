// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.fit.TrainedSeeds;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.Trainers;

/** Fixes how many trainers a job has that trains a model, once, when it starts. */
public final class TrainerChoice {
  private final NodeStates states;

  /** A choice by the nodes that run trainers and take new work. */
  public TrainerChoice(NodeStates states) {
    this.states = states;
  }

  /** As many as the job says, or else as its graph and the nodes allow. */
  public Trainers of(GraphInfo graph, JobSettings settings) {
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
}
