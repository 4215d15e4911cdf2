// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.it.TestCluster;
import io.graphember.partition.shard.RoutedPiece;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a node does with shards whose load has ended, or never began. */
class LocalShardsTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static ShardPlan plan(long load, UUID front) {
    GraphSettings settings =
        SettingsDocument.parse("graph", "{name: held, partitions: 2}").bind(GraphSettings.class);
    return new ShardPlan(
        load,
        front,
        new UUID[] {front, front},
        settings,
        new GraphHeader(KeyKind.STRING, 0, false),
        Optional.empty());
  }

  private static UUID self() {
    return cluster.parts(0).calls().self();
  }

  private static void assertRefused(ThrowingCallable call, String code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(message);
  }

  @Test
  void aShardIsKeptUntilItIsReleased() {
    LocalShards shards = cluster.parts(0).shards();
    shards.open(plan(41, self()), 0, 0);
    LocalShard shard = shards.get(41);
    EdgePiece piece = new EdgePiece(KeyColumn.of("a", "b"), KeyColumn.of("b", "c"));
    shard.work(
        edges -> {
          edges.stage(new RoutedPiece(piece, new int[] {0, 1}, 0, 2).encode());
          return true;
        });
    assertThat(cluster.parts(0).budget().takenBytes()).isPositive();
    shards.release(41);
    shards.release(41);
    assertThat(cluster.parts(0).budget().takenBytes()).isZero();
    assertRefused(() -> shard.work(edges -> true), "CANCELLED", "Loading graph held was stopped.");
    assertRefused(
        () -> shards.get(41),
        "LOAD_UNKNOWN",
        "Version 41 of a graph is not loaded on this node: it was dropped.");
    // A call that waited in a queue.
    assertRefused(
        () -> shards.open(plan(41, self()), 0, 0), "CANCELLED", "Loading graph held was stopped.");
  }

  @Test
  void aShardOfALostFrontIsNotKept() {
    LocalShards shards = cluster.parts(0).shards();
    assertRefused(
        () -> shards.open(plan(42, UUID.randomUUID()), 0, 0),
        "CANCELLED",
        "Loading graph held was stopped.");
    shards.open(plan(43, self()), 0, 0);
    shards.releaseOf(UUID.randomUUID());
    assertThat(shards.open()).isOne();
    shards.releaseOf(self());
    assertThat(shards.open()).isZero();
  }

  @Test
  void aStoppingNodeSaysThatItIsLost() {
    try (TestCluster other = TestCluster.start(1)) {
      LocalShards shards = other.parts(0).shards();
      UUID node = other.parts(0).calls().self();
      shards.open(plan(44, node), 0, 0);
      LocalShard shard = shards.get(44);
      shards.stop();
      String lost = "Node " + node + " left the cluster.";
      assertRefused(() -> shards.get(44), "NODE_LOST", lost);
      assertRefused(() -> shard.work(edges -> true), "NODE_LOST", lost);
      assertThat(other.parts(0).budget().takenBytes()).isZero();
    }
  }
}
