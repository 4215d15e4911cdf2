// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A node that goes away in the middle of a job. */
class NodeLossTest {
  @Test
  void jobFailsWithOneSentenceAndFreesTheOtherNodes() {
    JobSettings job = BlockModelJob.settings("training.epochs=100000", "training.trainers=2");
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(Duration.ofSeconds(60), () -> handle.state().epochs().size() > 2);

      cluster.stopNode(2);

      assertThatThrownBy(() -> handle.await(state -> {}, Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> {
                assertThat(e.category()).isEqualTo(ErrorCategory.CLUSTER);
                assertThat(e.getMessage()).endsWith("left the cluster.");
              });
      for (int i = 0; i < 2; i++) {
        int node = i;
        Await.until(Duration.ofSeconds(10), () -> cluster.parts(node).budget().takenBytes() == 0);
      }

      // With a backup of every block the graph is still there, and a new job runs on two nodes.
      JobSettings again = BlockModelJob.settings("training.epochs=1");
      assertThat(Jobs.run(client, again).nodes()).hasSize(2);
    }
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
