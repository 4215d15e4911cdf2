// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Retention;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.majority.Majority;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of jobs that end without a result: they stay, what is half-written goes. */
class CheckpointsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static JobSettings training(String name) {
    return BlockModelJob.settings(
        "name=" + name, "training.epochs=100000", "training.checkpointEvery=3");
  }

  private static JobSettings walking(String name) {
    return BlockModelEmbedding.settings(
        "name=" + name, "embedding.epochs=100000", "embedding.checkpointEvery=3");
  }

  /** Runs a job until some checkpoints are complete. */
  private static long begin(GraphemberClient client, JobSettings job) {
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    Await.until(BOUND, () -> handle.state().epochs().size() > 3);
    return handle.number();
  }

  /** Jobs that are cancelled once they have a checkpoint. */
  private static List<Long> cancel(GraphemberClient client, JobSettings... jobs) {
    Jobs.load(client, jobs[0]);
    List<Long> numbers = List.of(jobs).stream().map(job -> begin(client, job)).toList();
    assertThat(client.checkpoints()).as("those of jobs that run are not listed").isEmpty();
    for (long number : numbers) {
      cancel(client.job(number));
    }
    return numbers;
  }

  private static void cancel(JobHandle job) {
    job.cancel();
    Await.until(BOUND, () -> job.state().status() == JobState.Status.CANCELLED);
  }

  private static List<Long> numbers(GraphemberClient client) {
    return client.checkpoints().stream().map(CheckpointInfo::id).toList();
  }

  private static boolean hasCheckpoints(TestCluster cluster) {
    return cluster.node(0).cacheNames().stream()
        .anyMatch(
            name ->
                name.startsWith("graphember.checkpoints.")
                    || name.startsWith("graphember.tables."));
  }

  @Test
  void theyStayUntilTheyAreDropped() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      final List<Long> lost = cancel(client, training("model"), training("second"));
      assertThat(numbers(client)).isEqualTo(lost);
      assertThat(client.job(lost.get(0)).state().keptStep())
          .isEqualTo(client.checkpoints().get(0).step());
      assertThat(client.checkpoints().get(0))
          .satisfies(
              checkpoint -> {
                assertThat(checkpoint.graph()).isEqualTo("blocks");
                assertThat(checkpoint.job()).isEqualTo("model");
                assertThat(checkpoint.step()).isPositive().matches(step -> step % 3 == 0);
                assertThat(checkpoint.bytes()).isPositive();
                assertThat(checkpoint.begun()).isPositive();
              });
      cluster.parts(0).graphs().sweep();
      assertThat(numbers(client)).isEqualTo(lost);

      client.dropCheckpoint(lost.get(0));
      assertThat(numbers(client)).containsExactly(lost.get(1));
      assertThatThrownBy(() -> client.dropCheckpoint(lost.get(0)))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(NodeError.CHECKPOINT_UNKNOWN)).isTrue())
          .hasMessage(
              "ID = %d: no such checkpoint is in the cluster; 'graphember results' lists those that there are.",
              lost.get(0));
      assertThat(client.dropGraph("blocks", false).checkpoints()).isEmpty();
      assertThat(numbers(client)).containsExactly(lost.get(1));
      assertThat(client.dropGraph("blocks", true).checkpoints()).containsExactly(lost.get(1));
      assertThat(client.checkpoints()).isEmpty();
      Await.until(BOUND, () -> !hasCheckpoints(cluster));
    }
  }

  /** However many steps there are in an epoch. */
  @Test
  void theyAreMadeByTime() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      final List<JobSettings> jobs =
          List.of(
              BlockModelJob.settings(
                  "name=model", "training.epochs=100000", "training.checkpointEvery=1s"),
              BlockModelEmbedding.settings(
                  "name=walks", "embedding.epochs=100000", "embedding.checkpointEvery=1s"));
      Jobs.load(client, jobs.get(0));
      for (JobSettings job : jobs) {
        final JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
        final GraphCatalog graphs = cluster.parts(0).graphs();
        Await.until(
            BOUND,
            () ->
                graphs
                    .checkpoint(handle.number())
                    .flatMap(checkpoint -> graphs.manifest(checkpoint.cache()))
                    .isPresent());
        cancel(handle);
      }
      assertThat(client.checkpoints()).hasSize(2).allMatch(checkpoint -> checkpoint.step() > 0);
    }
  }

  @Test
  void retentionTakesThem() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      final List<Long> lost = cancel(client, walking("first"), walking("second"));
      client.setRetention("blocks", new Retention(1, 30));
      Await.until(BOUND, () -> numbers(client).equals(List.of(lost.get(1))));
      final Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(31));
      final Majority all = new Majority(cluster.parts(0).storageNodes(), () -> 1, false);
      cluster.parts(0).graphs(all, later).sweep();
      assertThat(client.checkpoints()).isEmpty();
      Await.until(BOUND, () -> !hasCheckpoints(cluster));
    }
  }

  /** A job that is done leaves none; nor does one without a complete checkpoint. */
  @Test
  void jobsThatAreDoneLeaveNone() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, walking("done"));
      Jobs.run(
          client,
          BlockModelEmbedding.settings("embedding.epochs=2", "embedding.checkpointEvery=3"));
      final long without = begin(client, BlockModelJob.settings("training.epochs=100000"));
      cancel(client.job(without));
      assertThat(client.job(without).state().keptStep()).isNull();
      cluster.parts(0).graphs().sweep();
      assertThat(client.checkpoints()).isEmpty();
      for (long job = 1; job <= without; job++) {
        assertThat(
                cluster
                    .node(0)
                    .<String, Object>cache(CacheNames.CATALOG)
                    .containsKey("checkpoint/" + job))
            .isFalse();
      }
    }
  }

  /** What a load or a job has left that was writing when its process was killed. */
  private static void writeHalf(IgniteClient ignite, UUID node, String cache) {
    ClientCache<String, String> catalog = ignite.cache(CacheNames.CATALOG);
    catalog.put("use/" + cache, node + " " + cache);
    catalog.put("retired/" + cache, "");
    ignite.createCache(cache).put(1L, new byte[100]);
  }

  private static List<Double> losses(JobResult result) {
    return result.epochs().stream().map(EpochInfo::loss).toList();
  }

  private static Map<Object, Object> predictions(GraphemberClient client) {
    Map<Object, Object> all = new HashMap<>();
    client.predictions("blocks", "resumed").forEach(all::put);
    return all;
  }

  private static void assertLost(JobHandle job) {
    Await.until(BOUND, () -> job.state().status().ended());
    final JobState state = job.state();
    assertThat(state.status()).isEqualTo(JobState.Status.FAILED);
    assertThat(state.keptStep()).isPositive();
    assertThat(state.error().code()).isEqualTo("NODE_LOST");
    assertThat(state.error().message())
        .isEqualTo(
            "Job %1$d was lost with all nodes of the cluster: 'graphember resume %1$d' goes on with it."
                .formatted(job.number()));
  }

  @Test
  void afterACrashOfAllNodesTheyAreThereAndWhatIsHalfWrittenIsGone(@TempDir Path folder)
      throws IOException {
    final List<String> half =
        List.of("graphember.graph.half.v99", "graphember.predictions.blocks.half.v98");
    final JobSettings job =
        BlockModelJob.settings("name=resumed", "training.epochs=100", "training.checkpointEvery=3");
    final long lost;
    final long resumed;
    final GraphInfo graph;
    List<ServerProcess> servers = ServerProcess.startPersistent(2, folder);
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(servers.get(0).address()))) {
      ignite.cluster().state(ClusterState.ACTIVE);
      try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address())) {
        graph = Jobs.load(client, training("lost"));
        lost = begin(client, training("lost"));
        resumed = begin(client, job);
      }
      final UUID node = ignite.cluster().forServers().node().id();
      half.forEach(cache -> writeHalf(ignite, node, cache));
    } finally {
      servers.forEach(ServerProcess::kill);
      ServerProcess.closeAll(servers);
    }

    List<ServerProcess> again = ServerProcess.startPersistent(2, folder);
    try (IgniteClient ignite =
            Ignition.startClient(GraphemberClient.configuration(again.get(0).address()));
        GraphemberClient client = GraphemberClient.connect(again.get(0).address())) {
      Await.until(BOUND, () -> half.stream().noneMatch(ignite.cacheNames()::contains));
      assertThat(client.graphs()).extracting(GraphInfo::cache).containsExactly(graph.cache());
      assertLost(client.job(lost));
      assertLost(client.job(resumed));
      assertThat(numbers(client)).containsExactly(lost, resumed);
      assertThat(client.checkpoints().get(0))
          .satisfies(
              checkpoint -> {
                assertThat(checkpoint.step()).isPositive();
                assertThat(checkpoint.graphVersion()).isEqualTo(graph.version());
              });
      Jobs.run(client, BlockModelJob.settings("training.epochs=1"));
      final JobResult result = client.resume(resumed).await(state -> {}, Cancellation.NEVER);
      assertThat(numbers(client)).containsExactly(lost);
      assertThat(result.job()).isEqualTo(resumed);
      final Map<Object, Object> predictions = predictions(client);
      final JobResult undisturbed = Jobs.run(client, job);
      assertThat(result.test()).isEqualTo(undisturbed.test());
      assertThat(losses(result)).isEqualTo(losses(undisturbed));
      assertThat(predictions).isEqualTo(predictions(client));
      final String node = again.get(1).address();
      assertThat(CommandRun.succeeds("results", "--connect", node))
          .containsPattern("checkpoint +graph +job +graph version +step +size +begun\n")
          .containsPattern(lost + " +blocks +lost +" + graph.version() + " +\\d+ ");
      assertThat(CommandRun.succeeds("results", "--connect", node))
          .contains("Jobs that ended without a result have left:");
      assertThat(CommandRun.of("drop-checkpoint", "999", "--connect", node).err())
          .endsWith("ID = 999: no such checkpoint is in the cluster, but %d.\n".formatted(lost));
      assertThat(CommandRun.of("drop-checkpoint", "" + lost, "--connect", node).err())
          .containsPattern(
              "Nobody is here to ask whether to drop checkpoint %d, \\d+ steps of job lost on graph blocks"
                  .formatted(lost));
      assertThat(CommandRun.succeeds("drop-checkpoint", "" + lost, "--yes", "--connect", node))
          .endsWith("Dropped checkpoint %d.\n".formatted(lost));
      Await.until(
          BOUND,
          () -> ignite.cacheNames().stream().noneMatch(name -> name.contains(".checkpoints.")));
    } finally {
      ServerProcess.closeAll(again);
    }
  }
}
