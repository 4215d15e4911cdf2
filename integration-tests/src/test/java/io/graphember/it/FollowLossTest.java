// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.follow.FollowCause;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing is lost of changes that are made while nodes leave. */
class FollowLossTest {
  @Test
  void theNodeThatFollowsAndAnotherLeave() {
    try (TestCluster cluster = TestCluster.start(4)) {
      final List<String> names =
          cluster.nodes().stream()
              .map(node -> node.cluster().localNode().consistentId().toString())
              .toList();
      try (GraphemberClient first = GraphemberClient.connect(cluster.address(0))) {
        final FollowedTables tables = new FollowedTables(cluster.node(3), first);
        tables.fill();
        tables.load("bank", true);
        assertThat(tables.followed().node()).isEqualTo(names.get(0));
      }
      cluster.stopNode(0);
      try (GraphemberClient client = GraphemberClient.connect(cluster.address(3))) {
        final FollowedTables tables = new FollowedTables(cluster.node(3), client);
        tables.transfers().put(500L, new FollowedTables.Transfer(1L, 2L, 3.0));
        tables.awaitTheTables();
        assertThat(tables.followed().node()).isNotEqualTo(names.get(0));
        assertThat(tables.followed().cause()).isEqualTo(FollowCause.TAKEN_OVER);
        tables.transfers().put(501L, new FollowedTables.Transfer(2L, 1L, 3.0));
        tables.awaitTheTables();
        // Of the others one follows, or the youngest does: the one that stays.
        cluster.stopNode(tables.followed().node().equals(names.get(1)) ? 2 : 1);
        Await.until(FollowedTables.BOUND, () -> tables.followed().cause() == FollowCause.NODE_LEFT);
        tables.awaitTheTables();
      }
    }
  }
}
