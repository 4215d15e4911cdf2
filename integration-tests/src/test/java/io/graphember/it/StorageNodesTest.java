// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.Retention;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.majority.NodeSet;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.ignite.cluster.ClusterState;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The set of storage nodes: who enters it, who leaves it, and what half of it may do. */
class StorageNodesTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final JobSettings JOB = BlockModelJob.settings("training.epochs=1");

  private static NodeSet set(TestCluster cluster, int node) {
    return cluster.parts(node).storageNodes().now();
  }

  private static void awaitServers(TestCluster cluster, int count) {
    Await.until(BOUND, () -> cluster.node(0).cluster().forServers().nodes().size() == count);
  }

  private static void assertPermitted(GraphemberClient client) {
    Jobs.load(client, JOB);
    Jobs.run(client, JOB);
    assertThat(client.dropGraph("blocks", true).versions()).isNotEmpty();
  }

  private static void assertCode(String code, ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  private static void assertRefused(GraphemberClient client, String figures) {
    assertCode("NO_MAJORITY", () -> Jobs.load(client, JOB), figures);
  }

  @Test
  void nodesThatAreStoppedInOrderLeave() {
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      assertThat(set(cluster, 0).known()).containsExactly("node-0", "node-1", "node-2");
      for (int number = 2; number > 0; number--) {
        final String name = "node-" + number;
        cluster.stopNode(number);
        awaitServers(cluster, number);
        Await.until(BOUND, () -> !set(cluster, 0).known().contains(name));
        assertThat(set(cluster, 0).missing()).isEmpty();
        assertPermitted(client);
      }
    }
  }

  /** Two of three are killed, and forgotten one after the other. */
  @Test
  void lostNodesStayUntilTheyAreForgotten(@TempDir Path folder) throws IOException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      List<ServerProcess> servers = ServerProcess.join(2, folder, cluster);
      try {
        servers.forEach(ServerProcess::kill);
        awaitServers(cluster, 1);
        assertRefused(client, "1 of 3 storage nodes is here, missing: node-1, node-2;");
        assertCode(
            "NODE_ALIVE",
            () -> client.forget("node-0"),
            "node = node-0: it is in the cluster, and only lost nodes are forgotten; a node that is"
                + " stopped in order leaves by itself.");
        assertCode(
            "NODE_UNKNOWN",
            () -> client.forget("node-9"),
            "node = node-9: no storage node of this cluster has that consistent id, there are"
                + " node-0, node-1, node-2.");
        CommandRun asked = CommandRun.of("forget", "node-1", "--connect", cluster.address(0));
        assertThat(asked.err())
            .contains("Nobody is here to ask whether to forget node node-1: add --yes");
        assertThat(set(cluster, 0).known()).hasSize(3);
        CommandRun forgot =
            CommandRun.of("forget", "node-1", "--yes", "--connect", cluster.address(0));
        assertThat(forgot.exit()).isZero();
        assertThat(forgot.out()).contains("Forgot node node-1.");
        client.forget("node-2");
        assertThat(set(cluster, 0).known()).containsExactly("node-0");
        assertPermitted(client);
      } finally {
        ServerProcess.closeAll(servers);
      }
    }
  }

  /** A node that starts where less than half of the set is does not count until more are back. */
  @Test
  void aNewNodeCountsOnlyWhereThereIsAMajority(@TempDir Path folder) throws IOException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      List<ServerProcess> servers = ServerProcess.join(2, folder, cluster);
      servers.forEach(ServerProcess::kill);
      awaitServers(cluster, 1);
      try (ServerProcess stranger = ServerProcess.join(cluster, 7, folder)) {
        awaitServers(cluster, 2);
        assertRefused(client, "1 of 3 storage nodes is here, missing: node-1, node-2;");
        assertThat(set(cluster, 0).known()).doesNotContain("node-7");
        try (ServerProcess back = ServerProcess.join(cluster, 1, folder)) {
          // The one that was lost counts again, and lets the new one in.
          Await.until(BOUND, () -> set(cluster, 0).known().contains("node-7"));
          assertThat(set(cluster, 0).figures())
              .isEqualTo("3 of 4 storage nodes are here, missing: node-2");
          assertPermitted(client);
          back.requireAlive();
          stranger.requireAlive();
        }
      }
    }
  }

  @Test
  void theRuleCanBeSwitchedOff(@TempDir Path folder) throws IOException {
    try (TestCluster cluster =
            TestCluster.start(1, new GraphemberConfiguration().setRequireMajority(false));
        GraphemberClient client = cluster.connect()) {
      ServerProcess.join(2, folder, cluster).forEach(ServerProcess::kill);
      awaitServers(cluster, 1);
      assertPermitted(client);
      assertThat(client.findings())
          .anySatisfy(
              finding ->
                  assertThat(finding.found())
                      .isEqualTo(
                          "1 of 3 storage nodes is here, missing: node-1, node-2; nobody asks for a"
                              + " majority"));
    }
  }

  /** A node that only trains does not count. */
  @Test
  void nodesThatDoNotStoreAreNotInTheSet() {
    try (TestCluster cluster =
        TestCluster.start(
            List.of(
                new GraphemberConfiguration(), new GraphemberConfiguration().setStorage(false)))) {
      assertThat(set(cluster, 0).known()).containsExactly("node-0");
      assertThat(set(cluster, 1).known()).containsExactly("node-0");
    }
  }

  /** Whatever somebody writes there, the node goes on, and says what the set is. */
  @Test
  void whatCannotBeReadCountsAsAbsent() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      for (Object hostile :
          List.of("", "null", "{", "[null]", "[[\"a\"]]", "{\"a\":1}", 7, new byte[] {1})) {
        cluster.node(0).cache("graphember.catalog").put("storage-nodes", hostile);
        assertThat(set(cluster, 0).hasMajority()).isTrue();
        assertThat(client.graphs()).isEmpty();
        assertThat(client.findings()).isNotEmpty();
        // The node enters it again.
        Await.until(BOUND, () -> set(cluster, 0).known().equals(Set.of("node-0")));
      }
      assertPermitted(client);
    }
  }

  @Test
  void withPersistenceTheBaselineIsTheSet() {
    try (TestCluster cluster = TestCluster.startPersistent(3);
        GraphemberClient client = cluster.connect()) {
      assertThat(set(cluster, 0).known()).containsExactly("node-0", "node-1", "node-2");
      assertPermitted(client);
      cluster.stopNode(2);
      awaitServers(cluster, 2);
      assertThat(set(cluster, 0).missing()).containsExactly("node-2"); // in order or not
      assertPermitted(client);
      cluster.stopNode(1);
      awaitServers(cluster, 1);
      assertRefused(client, "1 of 3 storage nodes is here, missing: node-1, node-2; bring them");
      assertRefused(client, "or run bin/control.sh --baseline remove NODE for each");
      assertCode(
          "NODE_IN_BASELINE",
          () -> client.forget("node-2"),
          "node = node-2: with persistence the storage nodes are those of Ignite's baseline; stop"
              + " the node and run bin/control.sh --baseline remove node-2.");
      cluster.node(0).cluster().setBaselineTopology(cluster.node(0).cluster().topologyVersion());
      assertThat(set(cluster, 0).known()).containsExactly("node-0");
      assertPermitted(client);
    }
  }

  private static void put(TestCluster cluster, String nodes) {
    cluster.node(0).cache("graphember.catalog").put("storage-nodes", nodes);
  }

  /** The majority is lost while a graph is cut; nothing of it is left. */
  @Test
  void aLoadThatBeganBeforeDoesNotBecomeCurrent() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      assertCode(
          "NO_MAJORITY",
          () ->
              Jobs.load(
                  client, JOB, Duration.ZERO, progress -> put(cluster, "[\"node-0\",\"a\",\"b\"]")),
          "Loading graph blocks needs more than half");
      assertThat(client.graphs()).isEmpty();
      assertThat(cluster.node(0).cacheNames())
          .noneMatch(name -> name.startsWith("graphember.graph."));
      assertThat(cluster.parts(0).budget().takenBytes()).isZero();
    }
  }

  /** Retention drops nothing where there may be the only copies by and by. */
  @Test
  void resultsDoNotExpireWithoutAMajority() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, JOB);
      Jobs.run(client, JOB);
      client.setRetention("blocks", new Retention(null, 1));
      put(cluster, "[\"node-0\",\"a\",\"b\"]");
      sweepLater(cluster);
      assertThat(client.results("blocks")).hasSize(1);
      put(cluster, "[\"node-0\"]");
      sweepLater(cluster);
      assertThat(client.results("blocks")).isEmpty();
    }
  }

  /** Sweeps as a node does two days later. */
  private static void sweepLater(TestCluster cluster) {
    cluster
        .parts(0)
        .graphs(
            new Majority(cluster.parts(0).storageNodes(), () -> 1, true),
            Clock.offset(Clock.systemUTC(), Duration.ofDays(2)))
        .sweep();
  }

  /** Data in memory goes with the activation; the set is made anew. */
  @Test
  void theSetIsMadeAnewWhenAClusterInMemoryIsActivatedAgain() {
    try (TestCluster cluster = TestCluster.start(2)) {
      cluster.node(0).cluster().state(ClusterState.INACTIVE);
      cluster.node(0).cluster().state(ClusterState.ACTIVE);
      Await.until(BOUND, () -> set(cluster, 1).known().size() == 2);
    }
  }
}
