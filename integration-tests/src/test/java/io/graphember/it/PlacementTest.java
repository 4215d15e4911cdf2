// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.BlockKey;
import io.graphember.jobs.live.LiveJob;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cache.affinity.Affinity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every gather runs on the node that owns the partition, every node serves some, and no node holds
 * a row that it does not own.
 */
class PlacementTest {
  private static TestCluster cluster;
  private static GraphemberClient client;
  private static GraphInfo graph;

  @BeforeAll
  static void load() {
    cluster = TestCluster.start(3);
    client = cluster.connect();
    graph = Jobs.load(client, BlockModelJob.settings());
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  @Test
  void blocksLieWhereTheirPartitionLies() {
    Affinity<Long> affinity = cluster.node(0).affinity(graph.cache());
    for (Ignite node : cluster.nodes()) {
      int primaries = affinity.primaryPartitions(node.cluster().localNode()).length;
      assertThat(primaries).isBetween(2, 3);
      node.<Long, byte[]>cache(graph.cache())
          .localEntries(CachePeekMode.PRIMARY)
          .forEach(
              entry ->
                  assertThat(affinity.mapPartitionToNode(BlockKey.partition(entry.getKey())))
                      .isEqualTo(node.cluster().localNode()));
    }
  }

  @Test
  void gathersRunAtOwnersAndNobodyHoldsAnothersRows() {
    Map<Integer, Long> rowsOfPartition = new HashMap<>();
    AtomicReference<List<String>> violations = new AtomicReference<>(new ArrayList<>());
    JobResult result =
        client
            .submit(SettingsDocument.toJson(BlockModelJob.settings().withoutSource()))
            .await(state -> inspect(state, rowsOfPartition, violations.get()), Cancellation.NEVER);

    assertThat(violations.get()).isEmpty();
    assertThat(rowsOfPartition).hasSize(graph.partitions());
    Affinity<Long> affinity = cluster.node(0).affinity(graph.cache());
    assertThat(result.nodes()).hasSize(3);
    List<Integer> held = new ArrayList<>();
    long rows = 0;
    for (NodeCounts counts : result.nodes()) {
      assertThat(counts.gathersServed()).isPositive();
      assertThat(counts.rowsServed()).isPositive();
      long ownRows = 0;
      for (int p : counts.partitions()) {
        held.add(p);
        ownRows += rowsOfPartition.get(p);
        assertThat(affinity.mapPartitionToNode(p).consistentId()).isEqualTo(counts.node());
      }
      assertThat(counts.rowsHeld()).isEqualTo(ownRows);
      rows += counts.rowsHeld();
    }
    assertThat(held).doesNotHaveDuplicates().hasSize(graph.partitions());
    assertThat(rows).isEqualTo(BlockModelJob.VERTICES);
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.parts(i).live().openJobs()).isZero();
      assertThat(cluster.parts(i).budget().takenBytes()).isZero();
    }
  }

  /** While the job runs: a slab is at its owner only, and the others answer NOT_OWNER. */
  private static void inspect(
      JobState state, Map<Integer, Long> rowsOfPartition, List<String> violations) {
    for (int node = 0; node < 3; node++) {
      LiveJob live = cluster.parts(node).live().find(state.job()).orElse(null);
      if (live == null) {
        continue;
      }
      for (int p = 0; p < graph.partitions(); p++) {
        boolean owner =
            live.plan().owners()[p].equals(cluster.node(node).cluster().localNode().id());
        long rows = rows(live, p);
        if (owner && rows > 0) {
          rowsOfPartition.put(p, rows);
        } else if (!owner && rows >= 0) {
          violations.add("node " + node + " holds partition " + p);
        }
      }
    }
  }

  private static long rows(LiveJob live, int partition) {
    try {
      return live.partition(partition).features().orElseThrow().rows();
    } catch (GraphemberException e) {
      assertThat(e.code()).isEqualTo("NOT_OWNER");
      return -1;
    }
  }

  @Test
  void anotherEpochIsAnsweredNotOwner() {
    assertThatThrownBy(() -> cluster.parts(0).live().get(4711, 1))
        .isInstanceOf(GraphemberException.class)
        .hasMessage("Placement epoch 1 of job 4711 is not open on this node.");
  }
}
