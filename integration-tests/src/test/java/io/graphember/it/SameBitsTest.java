// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.NodeCounts;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Same seed, same bits: on 1, 2 and 3 nodes, on a second run, and where storage and trainers are
 * apart.
 */
class SameBitsTest {
  private static final long TRAINER_BYTES = 4L << 20;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void lossesAndPredictionsDoNotDependOnTheNodes(int trainers) {
    JobSettings job = BlockModelJob.settings("training.trainers=" + trainers, "training.epochs=3");
    List<Outcome> outcomes = new ArrayList<>();
    for (int nodes = 1; nodes <= 3; nodes++) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        outcomes.add(Outcome.run(cluster, client, job));
        if (nodes == 2) {
          outcomes.add(Outcome.run(cluster, client, job));
        }
      }
    }
    List<GraphemberConfiguration> roles =
        List.of(
            new GraphemberConfiguration().setTrainer(false),
            new GraphemberConfiguration().setStorage(false),
            new GraphemberConfiguration().setTrainer(false));
    try (TestCluster cluster = TestCluster.start(roles);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      outcomes.add(Outcome.run(cluster, client, job));
      assertThat(cluster.parts(1).live().openJobs()).isZero();
    }

    Outcome first = outcomes.get(0);
    assertThat(first.losses()).hasSize(3).doesNotHaveDuplicates(); // 10 batches each
    assertThat(first.probabilities()).hasSize(BlockModelJob.VERTICES);
    assertThat(outcomes).hasSize(5).allSatisfy(outcome -> assertThat(outcome).isEqualTo(first));
  }

  /** Partitions compute the steps on any nodes; where one runs no trainers, a trainer does. */
  @Test
  void stepsOfAllPartitionsDoNotDependOnTheNodes() {
    JobSettings job =
        BlockModelJob.settings(
            "training.trainers=auto",
            "training.batch.type=global-batch",
            "training.evaluationFanouts=[all]",
            "training.batchSize=1024",
            "training.fanouts=[10]",
            "training.epochs=4");
    List<Outcome> outcomes = new ArrayList<>();
    for (int nodes = 1; nodes <= 3; nodes += 2) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        outcomes.add(Outcome.run(cluster, client, job));
        final JobResult result = Jobs.run(client, job);
        assertThat(result.trainers().compute()).isEqualTo(JobTrainers.PARTITIONS);
        assertThat(result.trainers().busyNodes()).isEqualTo(nodes);
        assertThat(result.bytes() > 0).isEqualTo(nodes > 1);
      }
    }
    assertThat(outcomes.get(0).losses()).hasSize(4).doesNotHaveDuplicates();
    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
    List<GraphemberConfiguration> roles =
        List.of(
            new GraphemberConfiguration().setTrainer(false),
            new GraphemberConfiguration().setStorage(false));
    try (TestCluster cluster = TestCluster.start(roles);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final JobTrainers trainers = Jobs.run(client, job).trainers();
      assertThat(trainers.compute()).isEqualTo(JobTrainers.TRAINERS);
      assertThat(trainers.why())
          .endsWith(
              "; not by partitions, since some partitions of graph %s lie on nodes that run no trainers or take no new work"
                  .formatted(job.graph().name()));
    }
  }

  /** With the topology at trainers nobody asks for neighbours, and rows are the same. */
  @Test
  void topologyAtTrainersSparesRequestsAndGivesTheSameBits() {
    final String[] assignments = {
      "training.trainers=2", "training.epochs=3", "training.pushDown=false",
    };
    final JobSettings asking = BlockModelJob.settings(assignments);
    final JobSettings holding =
        BlockModelJob.settings(
            Stream.concat(Stream.of(assignments), Stream.of("sampling.topology=trainer"))
                .toArray(String[]::new));
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, asking);
      assertThat(Outcome.run(cluster, client, holding))
          .isEqualTo(Outcome.run(cluster, client, asking));
      final JobResult asked = Jobs.run(client, asking);
      final JobResult held = Jobs.run(client, holding);
      // Rows are asked for in both, and hops in one.
      assertThat(requests(held)).isLessThan(requests(asked) / 2);
      assertThat(held.bytes()).isLessThan(asked.bytes());
      for (int i = 0; i < 3; i++) {
        assertThat(cluster.parts(i).live().openJobs()).isZero();
      }
    }
  }

  /** A node that only trains has room for batches, not for the topology of the graph. */
  @Test
  void topologyThatDoesNotFitIsRefused() {
    final String[] graph = {
      "source.vertices=40000",
      "source.degree=60",
      "training.epochs=1",
      "task.split={train: 0.01, valid: 0.01, test: 0.01}",
      "publish={predictions: false, embeddings: false}"
    };
    try (TestCluster cluster =
            TestCluster.start(
                List.of(
                    new GraphemberConfiguration().setTrainer(false),
                    new GraphemberConfiguration()
                        .setStorage(false)
                        .setMemoryBudgetBytes(TRAINER_BYTES)));
        GraphemberClient client = cluster.connect()) {
      final JobSettings asking = BlockModelJob.settings(graph);
      Jobs.load(client, asking);
      assertThat(Jobs.run(client, asking).epochs()).hasSize(1);
      assertThatThrownBy(
              () ->
                  Jobs.run(
                      client,
                      BlockModelJob.settings(
                          Stream.concat(Stream.of(graph), Stream.of("sampling.topology=trainer"))
                              .toArray(String[]::new))))
          .isInstanceOf(GraphemberException.class)
          .hasMessageMatching(
              "(?s).*Job \\d+ with sampling.topology = trainer, for a copy of the topology of 8 partitions of graph blocks, .*");
      assertThat(cluster.parts(1).budget().takenBytes()).isZero();
    }
  }

  private static long requests(JobResult result) {
    return result.nodes().stream().mapToLong(NodeCounts::requestsServed).sum();
  }

  /** One node sends no sums, two do: of mirrors' rows too. */
  @Test
  void sumsByThePartitionsOfTheEdgesDoNotDependOnTheNodes() {
    JobSettings job =
        BlockModelJob.settings(
            "graph.partitions=2",
            "training.epochs=3",
            "model.inputDropout=0",
            "training.fanouts=[5, 8]",
            "training.replicateBoundary=true");
    List<Outcome> outcomes = new ArrayList<>();
    for (int nodes = 1; nodes <= 2; nodes++) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        outcomes.add(Outcome.run(cluster, client, job));
        final long spared =
            Jobs.run(client, job).nodes().stream().mapToLong(NodeCounts::bytesSpared).sum();
        assertThat(spared > 0).isEqualTo(nodes == 2);
      }
    }
    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
  }
}
