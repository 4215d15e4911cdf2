// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A node with a disk that is no part of Ignite's baseline comes and goes as it likes. */
class OutsideBaselineTest {
  private static final JobSettings JOB = BlockModelJob.settings("training.epochs=1");

  private static List<String> cacheFolders(TestCluster cluster, int node) throws IOException {
    try (Stream<Path> folders = Files.list(cluster.work().resolve("db/node_" + node))) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.startsWith("cache-graphember."))
          .toList();
    }
  }

  @Test
  void itComesBackAfterCachesWereDestroyedMeanwhile() throws IOException {
    try (TestCluster cluster = TestCluster.startPersistent(2)) {
      cluster.node(0).cluster().baselineAutoAdjustEnabled(false);
      cluster.addNode();
      try (GraphemberClient client = GraphemberClient.connect(cluster.address(0))) {
        Jobs.load(client, JOB);
        Jobs.run(client, JOB);
        assertThat(cacheFolders(cluster, 2)).as("settings of caches").isNotEmpty();
        cluster.stopNode(2);
        client.dropGraph("blocks", true);
        assertThat(client.graphs()).isEmpty();

        cluster.restartNode(2, ignite -> {});

        Jobs.load(client, JOB);
        Jobs.run(client, JOB);
        assertThat(client.graphs()).extracting(GraphInfo::name).containsExactly("blocks");
      }
    }
  }

  @Test
  void itIsMarkedUntilItIsTakenIntoTheBaseline() {
    try (TestCluster cluster = TestCluster.startPersistent(1)) {
      cluster.node(0).cluster().baselineAutoAdjustEnabled(false);
      cluster.addNode();
      assertThat(mark(cluster, 0)).doesNotExist();
      assertThat(mark(cluster, 1)).exists();

      cluster.node(0).cluster().setBaselineTopology(cluster.node(0).cluster().topologyVersion());

      Await.until(Duration.ofSeconds(30), () -> Files.notExists(mark(cluster, 1)));
    }
  }

  private static Path mark(TestCluster cluster, int node) {
    return cluster.work().resolve("db/node_" + node + "/graphember.outside");
  }

  /** A mark may outlive a crash after the baseline has changed. */
  @Test
  void aMarkDoesNotCostANodeItsPartitions() throws IOException {
    try (TestCluster cluster = TestCluster.startPersistent(1)) {
      try (GraphemberClient client = GraphemberClient.connect(cluster.address(0))) {
        Jobs.load(client, JOB);
      }
      Files.createFile(mark(cluster, 0));

      cluster.restart();

      assertThat(mark(cluster, 0)).doesNotExist();
      try (GraphemberClient client = GraphemberClient.connect(cluster.address(0))) {
        assertThat(client.graphs()).extracting(GraphInfo::name).containsExactly("blocks");
        Jobs.run(client, JOB);
      }
    }
  }
}
