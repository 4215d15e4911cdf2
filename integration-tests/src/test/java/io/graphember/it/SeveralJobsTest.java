// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.GraphInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What jobs may take of a node that others use too. */
class SeveralJobsTest {
  private static final int MOST_TRAINERS = 2;

  private static TestCluster cluster;
  private static GraphemberClient client;

  @BeforeAll
  static void load() {
    cluster =
        TestCluster.start(
            1,
            new GraphemberConfiguration()
                .setMemoryBudgetBytes(256L << 20)
                .setMaxTrainers(MOST_TRAINERS));
    client = cluster.connect();
    Jobs.load(client, BlockModelJob.settings());
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  private static void assertRefused(String message, String... assignments) {
    JobSettings job = BlockModelJob.settings(assignments);
    assertThatThrownBy(() -> Jobs.run(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.category()).isEqualTo(ErrorCategory.RESOURCE))
        .hasMessageContaining(message);
  }

  private static void assertIdle() {
    Await.until(Duration.ofSeconds(2), () -> cluster.parts(0).budget().takenBytes() == 0);
    assertThat(cluster.parts(0).live().openJobs()).isZero();
  }

  @Test
  void moreTrainersThanTheNodesRunAreRefused() {
    assertRefused("3 trainers on this node", "training.trainers=3");
    assertIdle();
  }

  @Test
  void aJobThatFindsNoTrainerFreeIsRefusedAndTheOthersGoOn() {
    JobSettings first = BlockModelJob.settings("training.epochs=100000", "training.trainers=2");
    JobHandle running = client.submit(SettingsDocument.toJson(first.withoutSource()));
    Await.until(Duration.ofSeconds(60), () -> !running.state().epochs().isEmpty());

    assertRefused("2 of at most 2", "name=second", "queue.waitSeconds=0");

    assertThat(running.state().status().ended()).isFalse();
    running.cancel();
    assertIdle();
    assertThat(Jobs.run(client, BlockModelJob.settings("training.epochs=1")).epochs()).hasSize(1);
  }

  @Test
  void aModelWithMoreParametersThanABufferHoldsIsRefused() {
    assertThatThrownBy(
            () ->
                Jobs.run(
                    client,
                    BlockModelJob.settings(
                        "model.hidden=65536",
                        "model.layers=3",
                        "training.fanouts=[2]",
                        "training.evaluationFanouts=[2]")))
        .hasMessage(
            "model.hidden = 65536 with 3 layers, 60 features and 4 classes: more than 536870911"
                + " parameters.");
    assertIdle();
  }

  @Test
  void anOpeningThatComesAfterTheEndOfItsJobHoldsNothing() {
    JobPlan plan = plan(cluster.node(0).cluster().localNode().id(), 1);
    cluster.parts(0).live().cancel(plan.job(), 1);
    assertNotOpened(plan);
    assertNotOpened(plan(UUID.randomUUID(), 2));
    cluster.parts(0).live().open(plan(plan.coordinator(), 2));
    cluster.parts(0).live().release(plan.job(), 1); // late
    assertThat(cluster.parts(0).live().openJobs()).isOne();
    cluster.parts(0).live().release(plan.job(), 2);
    assertIdle();
  }

  /** Ignite would end the node, which holds other people's data. */
  @Test
  void workThatRunsOutOfMemoryFailsWithAnErrorOfOurs() {
    NodeCalls calls = cluster.parts(0).calls();
    assertThatThrownBy(
            () -> calls.send(calls.self(), NodeThreads.TRAINER_EXECUTOR, new TooMuch()).join())
        .hasRootCauseInstanceOf(GraphemberException.class)
        .hasRootCauseMessage(
            "A node's memory did not suffice (too much): lower training.batchSize,"
                + " training.fanouts or model.hidden, or give the node more.");
  }

  private static final class TooMuch extends NodeCall<Boolean> {
    private static final long serialVersionUID = 1L;

    @Override
    public RequestKind requestKind() {
      return RequestKind.MESSAGES;
    }

    @Override
    public Boolean run() {
      throw new IllegalStateException(new OutOfMemoryError("too much"));
    }
  }

  private static void assertNotOpened(JobPlan plan) {
    assertThatThrownBy(() -> cluster.parts(0).live().open(plan))
        .hasMessage("Job 99 was stopped before it began here.");
    assertIdle();
  }

  private static JobPlan plan(UUID coordinator, int epoch) {
    UUID node = cluster.node(0).cluster().localNode().id();
    GraphInfo graph = client.graphs().get(0);
    UUID[] owners = new UUID[graph.partitions()];
    Arrays.fill(owners, node);
    return new JobPlan(
        99,
        epoch,
        coordinator,
        owners,
        new UUID[] {node},
        owners,
        graph,
        BlockModelJob.settings().withoutSource(),
        "djl",
        Optional.empty());
  }

  @Test
  void aModelThatDoesNotFitTheBudgetIsRefused() {
    assertRefused(
        "memory budget of 256.0 MiB",
        "model.hidden=5000",
        "model.layers=3",
        "training.fanouts=[2]",
        "training.evaluationFanouts=[2]");
    assertIdle();
  }
}
