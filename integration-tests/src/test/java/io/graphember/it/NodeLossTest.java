// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingsDocument;
import io.graphember.memory.MemoryBudget;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that goes away in the middle of a job, seen by Ignite. What follows on it, whatever the
 * job is doing, is in {@code io.graphember.jobs.local.LocalJobsTest}.
 */
class NodeLossTest {
  /** Epochs enough for a node to leave in the middle of them. */
  private static final JobSettings LONG = BlockModelJob.settings("training.epochs=12");

  private static final Duration BOUND = Duration.ofSeconds(60);

  @Test
  void jobGoesOnWithoutAStorageNodeAndGivesTheSameBits() {
    JobSettings job = BlockModelJob.settings("training.epochs=12", "model.inputDropout=0");
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
                GraphemberException.class, e -> assertThat(e.is(MemoryError.MEMORY_BUSY)).isTrue())
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

  /** Running means of batches are a part of what a checkpoint has. */
  @Test
  void aLostTrainerTakesTheJobBackAndTheBitsAreTheSame() {
    JobSettings job =
        BlockModelJob.settings(
            "training.epochs=12",
            "training.trainers=3",
            "training.checkpointEvery=7",
            "publish.keepPrevious=false",
            "model.normalization=batch");
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
      // What is counted is the last attempt: what was left of the work.
      assertThat(sampledEdges(result)).isLessThan(sampledEdges(undisturbed));
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

  /** A client waits on, though it was told of the coordinator alone. */
  @Test
  void anotherNodeCoordinatesWhenTheCoordinatorStops() {
    JobSettings job = BlockModelJob.settings("training.epochs=40", "training.checkpointEvery=7");
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = GraphemberClient.connect(cluster.address(2))) {
      Jobs.load(client, job);
      final Outcome expected = Outcome.run(cluster, client, job);
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 2);
      assertThat(cluster.parts(2).running().count()).isOne();

      cluster.stopNode(2);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(Outcome.of(cluster, client, result)).isEqualTo(expected);
      for (int i = 0; i < 2; i++) {
        final int node = i;
        Await.until(BOUND, () -> cluster.parts(node).budget().takenBytes() == 0);
        assertThat(cluster.parts(i).live().openJobs()).isZero();
      }
    }
  }
}
