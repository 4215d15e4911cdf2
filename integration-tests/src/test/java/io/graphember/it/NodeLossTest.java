// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that goes away in the middle of a job. */
class NodeLossTest {
  /** Epochs enough for a node to leave in the middle of them. */
  private static final JobSettings LONG = BlockModelJob.settings("training.epochs=12");

  private static final Duration BOUND = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "training.replicateBoundary=true",
        "training.pushDown=false",
        "training.evaluationFanouts=[all]"
      })
  void jobGoesOnWithoutAStorageNodeAndGivesTheSameBits(String rows) {
    JobSettings job = BlockModelJob.settings("training.epochs=12", "model.inputDropout=0", rows);
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final Outcome expected = Outcome.run(cluster, client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 2);

      cluster.stopNode(2);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Outcome.of(cluster, client, result)).isEqualTo(expected);
      assertThat(result.nodes()).hasSize(2);
      assertThat(result.nodes().stream().mapToInt(node -> node.partitions().length).sum())
          .isEqualTo(job.graph().partitions());
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
      assertThat(cluster.parts(1).budget().takenBytes()).isZero();
    }
  }

  /** The node leaves while it computes and writes results itself. */
  @Test
  void whatANodeWasPublishingIsPublishedByOthers() {
    JobSettings job =
        BlockModelJob.settings(
            "source.vertices=1200", "training.epochs=1", "training.evaluationBatchSize=4");
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final Outcome expected = Outcome.run(cluster, client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().phase().equals("publish"));

      cluster.stopNode(2);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Outcome.of(cluster, client, result)).isEqualTo(expected);
    }
  }

  /** Rows between layers go with the node; what was trained stays. */
  @Test
  void aNodeThatIsLostBetweenLayersTakesTheJobBackToTheFirstOne() {
    JobSettings job =
        BlockModelJob.settings(
            "source.vertices=8000",
            "model.hidden=128",
            "model.layers=4",
            "training.epochs=2",
            "training.fanouts=[1]",
            "training.evaluationFanouts=[all]",
            "task.split={train: 0.01, valid: 0, test: 0}");
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final JobResult undisturbed = Jobs.run(client, job);
      final Outcome expected = Outcome.of(cluster, client, undisturbed);
      final Set<String> caches = Set.copyOf(cluster.node(0).cacheNames());
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(
          BOUND, () -> handle.state().layer() != null && handle.state().layer().layer() > 0);

      cluster.stopNode(2);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Outcome.of(cluster, client, result)).isEqualTo(expected);
      assertThat(result.layers()).hasSize(4);
      assertThat(result.lostNodes()).isOne();
      assertThat(sampledEdges(undisturbed)).isPositive();
      assertThat(sampledEdges(result)).as("of the attempt that published").isZero();
      assertThat(cluster.node(0).cacheNames()).hasSameSizeAs(caches);
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
      assertThat(cluster.parts(1).budget().takenBytes()).isZero();
    }
  }

  @Test
  void jobGoesOnWhenAStorageProcessIsKilled(@TempDir Path folder) throws IOException {
    JobSettings job = LONG;
    List<ServerProcess> servers = new ArrayList<>();
    try (TestCluster cluster = TestCluster.start(1)) {
      servers.addAll(ServerProcess.join(2, folder, cluster));
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        final Outcome expected = Outcome.run(cluster, client, job);
        JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
        Await.until(BOUND, () -> handle.state().epochs().size() > 2);

        servers.get(1).kill();

        JobResult result = handle.await(state -> {}, Cancellation.NEVER);
        assertThat(Outcome.of(cluster, client, result)).isEqualTo(expected);
        assertThat(result.nodes()).hasSize(2);
      }
    } finally {
      ServerProcess.closeAll(servers);
    }
  }

  private static void assertEndsWith(
      GraphemberConfiguration configuration, ErrorCode code, String... parts) {
    assertEndsWith(BlockModelJob.settings("training.epochs=100000"), configuration, code, parts);
  }

  private static void assertEndsWith(
      JobSettings job, GraphemberConfiguration configuration, ErrorCode code, String... parts) {
    try (TestCluster cluster = TestCluster.start(3, configuration);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 2);

      cluster.stopNode(2);

      assertThatThrownBy(() -> handle.await(state -> {}, Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(code)).as(e.toString()).isTrue())
          .hasMessageContainingAll(parts);
      for (int i = 0; i < 2; i++) {
        int node = i;
        Await.until(BOUND, () -> cluster.parts(node).budget().takenBytes() == 0);
      }
    }
  }

  @Test
  void withoutABackupTheJobEndsAtOnce() {
    assertEndsWith(
        new GraphemberConfiguration().setBackups(0).setMemoryBudgetBytes(512L << 20),
        NodeError.PARTITION_LOST,
        "Partitions [",
        "] of graph blocks are lost: their owners left the cluster, and no other node holds a copy of them (backups in GraphemberConfiguration, when the graph was loaded).");
  }

  @Test
  void aJobMayBeForbiddenToOutliveALoss() {
    assertEndsWith(
        new GraphemberConfiguration().setMaxNodeLosses(0).setMemoryBudgetBytes(512L << 20),
        NodeError.PARTITION_LOST,
        "left the cluster: the job may outlive the loss of 0 nodes and no more (maxNodeLosses in GraphemberConfiguration).");
  }

  @Test
  void aLossMustBeMadeGoodInTime() {
    assertEndsWith(
        new GraphemberConfiguration().setNodeLossTimeoutMillis(0).setMemoryBudgetBytes(512L << 20),
        NodeError.PARTITION_LOST,
        "of graph blocks is lost: its owner, node ",
        "left the cluster, and it was open on no other node within 0 ms (nodeLossTimeoutMillis in GraphemberConfiguration).");
  }

  @Test
  void partitionsThatDoNotFitAreRefused() {
    // What else the first two nodes hold leaves room for their own partitions, and for no more.
    JobSettings job = BlockModelJob.settings("training.epochs=100000");
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 2);
      MemoryBudget first = cluster.parts(0).budget();
      MemoryBudget second = cluster.parts(1).budget();
      try (MemoryBudget.Reservation some = fill(first);
          MemoryBudget.Reservation others = fill(second)) {
        cluster.stopNode(2);

        assertThatThrownBy(() -> handle.await(state -> {}, Cancellation.NEVER))
            .isInstanceOfSatisfying(
                GraphemberException.class,
                e -> assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue())
            .hasMessageMatching(
                "Partitions \\[.*\\] of graph blocks, lost with node .*, cannot be opened on node .*: Job 1 on graph blocks, for partitions \\[.*\\] of a node that left, needs .* MiB, but .*");
        assertThat(some.bytes()).isPositive();
        assertThat(others.bytes()).isPositive();
      }
      Await.until(BOUND, () -> first.takenBytes() == 0 && second.takenBytes() == 0);
    }
  }

  private static MemoryBudget.Reservation fill(MemoryBudget budget) {
    long room = budget.limitBytes() - budget.takenBytes();
    return budget.take(room - (20 << 10), "Something else");
  }

  /** Without a checkpoint that is complete by then, it begins anew. */
  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void aLostTrainerTakesTheJobBackAndTheBitsAreTheSame(int every) {
    JobSettings job =
        BlockModelJob.settings(
            "training.epochs=12", "training.trainers=3", "training.checkpointEvery=" + every);
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final JobResult undisturbed = Jobs.run(client, job);
      final Outcome expected = Outcome.of(cluster, client, undisturbed);
      final Set<String> caches = Set.copyOf(cluster.node(0).cacheNames());
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 4);

      cluster.stopNode(2);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Outcome.of(cluster, client, result)).isEqualTo(expected);
      assertThat(undisturbed.lostNodes()).isZero();
      assertThat(result.lostNodes()).isOne();
      assertThat(result.nodes()).hasSize(2);
      // What is counted is the last attempt: all of the work, or what was left of it.
      if (every == 0) {
        assertThat(sampledEdges(result)).isEqualTo(sampledEdges(undisturbed));
      } else {
        assertThat(sampledEdges(result)).isLessThan(sampledEdges(undisturbed));
      }
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
      assertThat(cluster.parts(1).budget().takenBytes()).isZero();
      assertThat(cluster.node(0).cacheNames()).hasSameSizeAs(caches);
    }
  }

  private static long sampledEdges(JobResult result) {
    return result.nodes().stream().mapToLong(NodeCounts::sampledEdges).sum();
  }

  /** What lies in slabs is worth nothing: caches hold all that training goes on from. */
  @Test
  void slabsThatAreDroppedAreLoadedFromTheCachesAndTheBitsAreTheSame() {
    JobSettings job =
        BlockModelJob.settings(
            "training.epochs=12", "training.trainers=2", "training.checkpointEvery=7");
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final Outcome expected = Outcome.run(cluster, client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 4);

      cluster.parts(0).live().release(handle.number(), 1);
      cluster.parts(1).live().release(handle.number(), 1);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Outcome.of(cluster, client, result)).isEqualTo(expected);
      assertThat(result.lostNodes()).isZero();
      assertThat(result.nodes()).hasSize(3);
    }
  }

  @Test
  void aJobMayBeForbiddenToOutliveTheLossOfATrainer() {
    assertEndsWith(
        BlockModelJob.settings("training.epochs=100000", "training.trainers=3"),
        new GraphemberConfiguration().setMaxNodeLosses(0).setMemoryBudgetBytes(512L << 20),
        NodeError.PARTITION_LOST,
        "left the cluster: the job may outlive the loss of 0 nodes and no more (maxNodeLosses in GraphemberConfiguration).");
  }

  @Test
  void aHalfLoadedGraphGoesWithTheNodeThatLoadedIt() {
    try (TestCluster cluster = TestCluster.start(2)) {
      String half = "graphember.graph.half.v99";
      cluster.parts(1).graphs().begin(half);
      cluster.node(1).createCache(half);
      // Others come and go, and leave it alone while its node is there.
      cluster.parts(0).graphs().sweep();
      assertThat(cluster.node(0).cacheNames()).contains(half);

      cluster.stopNode(1);

      Await.until(Duration.ofSeconds(20), () -> !cluster.node(0).cacheNames().contains(half));
    }
  }

  @Test
  void slabsAreFreedWhenTheCoordinatorLeaves() {
    JobSettings job = BlockModelJob.settings("training.epochs=100000");
    try (TestCluster cluster = TestCluster.start(2)) {
      long number;
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
        number = handle.number();
        Await.until(Duration.ofSeconds(60), () -> handle.state().epochs().size() > 2);
      }
      assertThat(cluster.parts(1).live().openJobs()).isOne();

      cluster.stopNode(0);

      Await.until(Duration.ofSeconds(20), () -> cluster.parts(1).budget().takenBytes() == 0);
      assertThat(cluster.parts(1).live().openJobs()).isZero();
      try (GraphemberClient other = GraphemberClient.connect(cluster.address(1))) {
        assertThat(other.job(number).state().status().ended()).isTrue();
      }
    }
  }
}
