// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All nodes are restarted one after the other, in the way that the page on installing tells. */
@Tag("long")
class RollingRestartTest {
  private static final Duration BOUND = Duration.ofMinutes(5);
  private static final int NODES = 3;

  private static final JobSettings JOB =
      BlockModelJob.settings(
          "training.epochs=1500", "training.trainers=2", "training.checkpointEvery=25");

  @TempDir private Path folder;

  /** All bits that a job gives, as clients read them. */
  private record Bits(List<Double> losses, Map<String, List<Float>> probabilities) {
    static Bits of(GraphemberClient client, JobResult result) {
      Map<String, List<Float>> rows = new TreeMap<>();
      client
          .predictions(result.graph().name(), result.name())
          .forEach(
              (key, value) -> {
                List<Float> row = new ArrayList<>();
                for (float probability : value.probabilities()) {
                  row.add(probability);
                }
                rows.put(key.toString(), row);
              });
      return new Bits(result.epochs().stream().map(EpochInfo::loss).toList(), rows);
    }
  }

  @Test
  void aJobEndsWithTheBitsOfAnUndisturbedRun() throws IOException {
    roll(List.of());
  }

  /** The nodes come back as those of another patch. */
  @Test
  void nodesOfTwoPatchesAreInOneCluster() throws IOException {
    final String patch = GraphemberVersion.minor(GraphemberVersion.current()) + ".99";
    final Path classes = Files.createDirectories(folder.resolve("patch"));
    final Path version = classes.resolve("io/graphember/client/version.properties");
    Files.createDirectories(version.getParent());
    Files.writeString(version, "version=" + patch + "\n");
    assertThat(roll(List.of(classes))).isEqualTo(patch);
  }

  /** Rolls the nodes under a job; the version that they have then. */
  private String roll(List<Path> classPath) throws IOException {
    final List<ServerProcess> servers = new ArrayList<>(ServerProcess.start(NODES, folder));
    try {
      final Bits expected;
      final long job;
      final String graph;
      try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address())) {
        graph = Jobs.load(client, JOB).cache();
        expected = Bits.of(client, Jobs.run(client, JOB));
        job = client.submit(SettingsDocument.toJson(JOB.withoutSource())).number();
      }
      for (int i = 0; i < NODES; i++) {
        awaitProgress(servers.get(i), job);
        servers.get(i).stop();
        awaitProgress(servers.get((i + 1) % NODES), job);
        servers.set(i, servers.get(i).again(classPath));
        awaitData(servers, i, graph);
      }
      try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address())) {
        Await.until(BOUND, () -> client.job(job).state().status().ended());
        final JobState state = client.job(job).state();
        assertThat(state.status()).as("%s", state.error()).isEqualTo(JobState.Status.DONE);
        assertThat(Bits.of(client, client.job(job).result())).isEqualTo(expected);
        return client.cluster().version();
      }
    } finally {
      ServerProcess.closeAll(servers);
    }
  }

  /** Epochs are done that were not done before. */
  private static void awaitProgress(ServerProcess server, long job) {
    try (GraphemberClient client = GraphemberClient.connect(server.address())) {
      final int before = client.job(job).state().epochs().size();
      Await.until(BOUND, () -> client.job(job).state().epochs().size() > before + 2);
      assertThat(client.job(job).state().status()).isEqualTo(JobState.Status.RUNNING);
    }
  }

  /** A node that has come back is asked for partitions once it has their data again. */
  private void awaitData(List<ServerProcess> servers, int node, String graph) {
    try (TestCluster.ClientNode observer = TestCluster.clientOf(servers, folder)) {
      Await.until(BOUND, () -> serves(observer.ignite(), "node-" + node, graph));
    }
  }

  private static boolean serves(Ignite ignite, String node, String graph) {
    try {
      for (ClusterNode server : ignite.cluster().forServers().nodes()) {
        if (node.equals(server.consistentId())) {
          return ignite.affinity(graph).primaryPartitions(server).length > 0;
        }
      }
      return false;
    } catch (IgniteException | CacheException e) { // the topology changes
      return false;
    }
  }
}
