// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Embeddings on real nodes. */
class EmbeddingTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  /** Jobs enough that one of them is cancelled while a trainer waits for another. */
  private static final int CANCELLED = 4;

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  /** What a job gives when nothing happens, on nodes that no test harms. */
  private static Bits undisturbed(TestCluster cluster, JobSettings job) {
    try (GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      Bits bits = Bits.run(cluster, client, job);
      for (int i = 0; i < cluster.nodes().size(); i++) {
        assertThat(cluster.parts(i).budget().takenBytes()).isZero();
      }
      return bits;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "embedding.type=deepwalk, 0.1",
    "embedding.type=line, 0.1",
    "embedding.optimizer=momentum, 0.01",
    "embedding.optimizer=dense-adamw embedding.weightDecay=0.1, 0.01",
    "embedding.staleness=1, 0.1"
  })
  void stepsTogetherGiveTheSameBitsOnOneNodeAndThree(String settings, String rate) {
    List<String> all = new ArrayList<>(List.of(settings.split(" ")));
    all.addAll(List.of("embedding.learningRate=" + rate, "embedding.checkpointEvery=7"));
    JobSettings job = BlockModelEmbedding.settings(all.toArray(String[]::new));
    Bits expected = undisturbed(CLUSTERS.one(), job);
    assertThat(expected.vertices()).isEqualTo(BlockModelEmbedding.VERTICES);
    assertThat(expected.losses()).hasSize(6);
    assertThat(expected.losses().get(5)).isLessThan(expected.losses().get(0));
    assertThat(undisturbed(CLUSTERS.three(), job)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void trainersForThemselvesLearnToo(int nodes) {
    JobSettings job =
        BlockModelEmbedding.settings(
            "embedding.consistency=async", "embedding.epochs=30", "embedding.learningRate=0.05");
    Bits bits = undisturbed(nodes == 1 ? CLUSTERS.one() : CLUSTERS.three(), job);
    assertThat(bits.vertices()).isEqualTo(BlockModelEmbedding.VERTICES);
    assertThat(bits.losses().get(29)).isLessThan(bits.losses().get(0) - 100_000_000);
  }

  /** Trainers that wait for others, whatever they wait for, are let go on all nodes. */
  @ParameterizedTest
  @ValueSource(strings = {"embedding.consistency=bsp", "embedding.consistency=async"})
  void cancelledJobsLeaveNothingBehind(String setting) {
    JobSettings job =
        BlockModelEmbedding.settings(
            setting, "embedding.epochs=100000", "embedding.checkpointEvery=7");
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final Set<String> caches = Set.copyOf(cluster.node(0).cacheNames());
      for (int i = 0; i < CANCELLED; i++) {
        JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
        Await.until(BOUND, () -> handle.state().epochs().size() > 1);
        handle.cancel();
        Await.until(
            Duration.ofSeconds(2), () -> handle.state().status() == JobState.Status.CANCELLED);
      }
      // That of the last one can be dropped a moment after its end is said.
      Await.until(
          BOUND,
          () -> {
            client.checkpoints().forEach(kept -> client.dropCheckpoint(kept.id()));
            return Set.copyOf(cluster.node(0).cacheNames()).equals(caches);
          });
      for (int i = 0; i < 2; i++) {
        final int node = i;
        assertThat(cluster.parts(node).live().openJobs()).isZero();
        assertThat(cluster.parts(node).budget().takenBytes()).isZero();
        Await.until(BOUND, () -> cluster.node(node).compute().activeTaskFutures().isEmpty());
      }
    }
  }

  @Test
  void aLostNodeTakesTheJobBackToItsCheckpointAndTheBitsAreTheSame() {
    JobSettings job =
        BlockModelEmbedding.settings("embedding.epochs=20", "embedding.checkpointEvery=25");
    Bits expected = undisturbed(CLUSTERS.three(), job);
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 4);

      cluster.stopNode(2);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Bits.of(cluster, client, result)).isEqualTo(expected);
      assertThat(result.lostNodes()).isOne();
      assertThat(result.nodes()).hasSize(2);
    }
  }

  /** What lies in slabs is worth nothing: caches hold all that training goes on from. */
  @Test
  void slabsThatAreDroppedAreLoadedFromTheCachesAndTheBitsAreTheSame() {
    JobSettings job =
        BlockModelEmbedding.settings(
            "embedding.epochs=20",
            "embedding.checkpointEvery=25",
            "embedding.optimizer=momentum",
            "embedding.learningRate=0.01");
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      final Bits expected = undisturbed(cluster, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 4);

      cluster.parts(0).live().release(handle.number(), 1);
      cluster.parts(1).live().release(handle.number(), 1);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Bits.of(cluster, client, result)).isEqualTo(expected);
      assertThat(result.nodes()).hasSize(2);
    }
  }

  /** With a checkpoint after every step about one moment in five is in the middle of one. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "1s"})
  void aKilledProcessTakesTheJobBackAndTheBitsAreTheSame(String every, @TempDir Path folder)
      throws IOException {
    JobSettings job = BlockModelEmbedding.settings("embedding.epochs=12");
    Bits expected = undisturbed(CLUSTERS.one(), job);
    JobSettings disturbed =
        BlockModelEmbedding.settings("embedding.epochs=12", "embedding.checkpointEvery=" + every);
    List<ServerProcess> servers = new ArrayList<>();
    try (TestCluster cluster = TestCluster.start(1)) {
      servers.addAll(ServerProcess.join(2, folder, cluster));
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, disturbed);
        JobHandle handle = client.submit(SettingsDocument.toJson(disturbed.withoutSource()));
        Await.until(BOUND, () -> handle.state().epochs().size() > 3);

        servers.get(1).kill();

        JobResult result = handle.await(state -> {}, Cancellation.NEVER);
        assertThat(Bits.of(cluster, client, result)).isEqualTo(expected);
        assertThat(result.lostNodes()).isOne();
      }
    } finally {
      ServerProcess.closeAll(servers);
    }
  }

  @Test
  void tablesThatDoNotFitAreRefusedWithTheFigure() {
    JobSettings job = BlockModelEmbedding.settings("source.vertices=600", "embedding.dim=4096");
    try (TestCluster cluster =
            TestCluster.start(1, new GraphemberConfiguration().setMemoryBudgetBytes(16L << 20));
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      assertThatThrownBy(() -> Jobs.run(client, job))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue())
          .hasMessageMatching(
              "Job 1 on graph blocks, for the rows of its tables, needs 18\\.\\d MiB, but .* of 16\\.0 MiB are free; .*");
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
      assertThat(cluster.node(0).cacheNames())
          .noneMatch(cache -> cache.startsWith("graphember.tables."));
    }
  }

  private static void assertEndsWith(GraphemberConfiguration configuration, String message) {
    JobSettings job = BlockModelEmbedding.settings("embedding.epochs=100000");
    try (TestCluster cluster = TestCluster.start(3, configuration);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 1);

      cluster.stopNode(2);

      assertThatThrownBy(() -> handle.await(state -> {}, Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(NodeError.PARTITION_LOST)).as(e.toString()).isTrue())
          .hasMessageMatching(message);
      for (int i = 0; i < 2; i++) {
        int node = i;
        Await.until(BOUND, () -> cluster.parts(node).budget().takenBytes() == 0);
      }
    }
  }

  @Test
  void aJobMayBeForbiddenToOutliveALoss() {
    assertEndsWith(
        new GraphemberConfiguration().setMaxNodeLosses(0).setMemoryBudgetBytes(256L << 20),
        "Nodes .* left the cluster: the job may outlive the loss of 0 nodes and no more \\(maxNodeLosses in GraphemberConfiguration\\)\\.");
  }

  @Test
  void withoutABackupTheJobEnds() {
    assertEndsWith(
        new GraphemberConfiguration().setBackups(0).setMemoryBudgetBytes(256L << 20),
        "Partitions \\[.*\\] of graph blocks are lost: their owners left the cluster, and no other node holds a copy of them \\(backups in GraphemberConfiguration, when the graph was loaded\\)\\.");
  }
}
