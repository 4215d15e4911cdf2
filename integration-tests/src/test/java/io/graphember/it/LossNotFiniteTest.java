// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.training.job.JobSettings;
import org.junit.jupiter.api.Test;

/** A training whose loss is no number any more. */
class LossNotFiniteTest {
  private static JobSettings job(String... assignments) {
    return BlockModelJob.settings(assignments);
  }

  @Test
  void itEndsWithTheStepAndTheVerticesAndKeepsTheLastCheckpoint() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      JobSettings diverging =
          job(
              "training.optimizer=sgd",
              "training.learningRate=100",
              "training.weightDecay=1",
              "training.trainers=2",
              "training.checkpointEvery=1");
      Jobs.load(client, diverging);
      assertThatThrownBy(() -> Jobs.run(client, diverging))
          .hasMessageMatching(
              "The loss of step \\d+ is (NaN|-?Infinity), for a batch of the vertices "
                  + "paper-\\d+(, paper-\\d+){9} and 6 more: lower training\\.learningRate or look at their features\\. "
                  + "The parameters after step \\d+ are kept: model\\.from = blocks-sage-checkpoint starts from them\\.");

      JobResult same =
          Jobs.run(
              client, job("name=again", "model.from=blocks-sage-checkpoint", "training.epochs=0"));
      assertThat(same.epochs()).isEmpty();
    }
  }

  @Test
  void withoutACheckpointNothingIsKept() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      JobSettings diverging =
          job(
              "training.optimizer=sgd", "training.learningRate=100",
              "training.weightDecay=1", "training.checkpointEvery=0");
      Jobs.load(client, diverging);
      assertThatThrownBy(() -> Jobs.run(client, diverging))
          .hasMessageEndingWith("look at their features.");
      assertThatThrownBy(
              () -> Jobs.run(client, job("name=again", "model.from=blocks-sage-checkpoint")))
          .hasMessageContaining("that job has left no parameters");
    }
  }
}
