// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.ignite.IgniteCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that runs while more than half of the storage nodes are lost. */
class PausedJobTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final JobSettings JOB =
      BlockModelJob.settings("training.epochs=40", "training.checkpointEvery=5");
  private static final JobSettings WALKS =
      BlockModelEmbedding.settings("embedding.epochs=40", "embedding.checkpointEvery=5");
  private static final JobSettings ENDLESS =
      BlockModelJob.settings(
          "graph.name=others", "training.epochs=100000", "training.checkpointEvery=5");

  @TempDir Path folder;

  /** Every node has a copy of everything, so that nothing is lost with two of three. */
  private static TestCluster cluster(long timeoutMillis) {
    return TestCluster.start(
        1,
        new GraphemberConfiguration()
            .setMemoryBudgetBytes(512L << 20)
            .setBackups(2)
            .setMajorityTimeoutMillis(timeoutMillis));
  }

  /** A job in the middle of its epochs whose nodes are killed, but for the one that coordinates. */
  private static JobHandle running(
      TestCluster cluster, GraphemberClient client, List<ServerProcess> servers, JobSettings job) {
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    Await.until(BOUND, () -> handle.state().epochs().size() > 4);
    servers.forEach(ServerProcess::kill);
    Await.until(BOUND, () -> handle.state().phase().equals("majority"));
    assertThat(handle.state().status()).isEqualTo(JobState.Status.RUNNING);
    Await.until(BOUND, () -> cluster.parts(0).live().openJobs() == 0); // no memory meanwhile
    return handle;
  }

  private void load(TestCluster cluster, GraphemberClient client, JobSettings job) {
    Jobs.load(client, job);
    Await.until(BOUND, () -> cluster.node(0).cluster().forServers().nodes().size() == 3);
  }

  @Test
  void goesOnWhenANodeIsBackAndGivesTheSameBits() throws IOException {
    try (TestCluster cluster = cluster(300_000);
        GraphemberClient client = cluster.connect()) {
      List<ServerProcess> servers = ServerProcess.join(2, folder, cluster);
      load(cluster, client, JOB);
      final Outcome expected = Outcome.run(cluster, client, JOB);
      JobHandle handle = running(cluster, client, servers, JOB);
      try (ServerProcess back = ServerProcess.join(cluster, 1, folder)) {
        assertThat(Outcome.of(cluster, client, handle.await(state -> {}, Cancellation.NEVER)))
            .isEqualTo(expected);
        back.requireAlive();
      }
    }
  }

  /** One of two jobs is cancelled meanwhile. */
  @Test
  void goesOnWhenLostNodesAreForgotten() throws IOException {
    try (TestCluster cluster = cluster(300_000);
        GraphemberClient client = cluster.connect()) {
      List<ServerProcess> servers = ServerProcess.join(2, folder, cluster);
      Jobs.load(client, ENDLESS);
      load(cluster, client, WALKS);
      JobHandle cancelled = client.submit(SettingsDocument.toJson(ENDLESS.withoutSource()));
      Await.until(BOUND, () -> cancelled.state().epochs().size() > 2);
      JobHandle handle = running(cluster, client, servers, WALKS);
      Await.until(BOUND, () -> cancelled.state().phase().equals("majority"));
      assertThat(cancelled.cancel()).isTrue();
      Await.until(BOUND, () -> cancelled.state().status() == JobState.Status.CANCELLED);
      client.forget("node-1");
      assertThat(handle.await(state -> {}, Cancellation.NEVER).lostNodes()).isEqualTo(2);
      assertThat(client.embeddings("blocks", "blocks-walks").get("paper-00001")).isNotEmpty();
    }
  }

  @Test
  void endsAfterTheBound() throws IOException {
    try (TestCluster cluster = cluster(2_000);
        GraphemberClient client = cluster.connect()) {
      List<ServerProcess> servers = ServerProcess.join(2, folder, cluster);
      load(cluster, client, JOB);
      JobHandle handle = running(cluster, client, servers, JOB);
      assertThatThrownBy(() -> handle.await(state -> {}, Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NO_MAJORITY"))
          .hasMessage(
              "Job blocks-sage waited 2000 ms (majorityTimeoutMillis in GraphemberConfiguration)"
                  + " and needs more than half of the storage nodes of the cluster: 1 of 3 storage"
                  + " nodes is here, missing: node-1, node-2; bring them back, or run graphember"
                  + " forget NODE for each that is lost for good.");
      assertThat(client.results("blocks")).isEmpty();
      assertThat(client.checkpoints()).as("it can be resumed").hasSize(1);
      assertThat(handle.state().keptStep()).isPositive();
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
    }
  }

  /** The majority is lost in the moment in which the model and its results become current. */
  @Test
  void whatWasToBecomeCurrentWaitsAndGivesTheSameBits() {
    final JobSettings job = BlockModelJob.settings("training.epochs=12");
    try (TestCluster cluster = cluster(300_000);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final Outcome expected = Outcome.run(cluster, client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 2);
      IgniteCache<String, String> catalog = cluster.node(0).cache("graphember.catalog");
      catalog.put("storage-nodes", "[\"node-0\",\"a\",\"b\"]");
      Await.until(BOUND, () -> handle.state().phase().equals("majority"));
      catalog.put("storage-nodes", "[\"node-0\"]");
      assertThat(Outcome.of(cluster, client, handle.await(state -> {}, Cancellation.NEVER)))
          .isEqualTo(expected);
    }
  }
}
