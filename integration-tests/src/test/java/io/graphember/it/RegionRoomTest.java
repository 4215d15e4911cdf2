// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import org.apache.ignite.IgniteCache;
import org.junit.jupiter.api.Test;

/**
 * A data region that is too small ends a node; so what does not fit is refused before it is
 * written.
 */
class RegionRoomTest {
  private static JobSettings large() {
    return BlockModelJob.settings(
        "source.blockModel.vertices=20000", "source.blockModel.words=1200", "graph.name=large");
  }

  @Test
  void aGraphLargerThanTheRegionsIsRefusedWithTheFigures() {
    try (TestCluster cluster = TestCluster.startWithRegion(2, 64L << 20);
        GraphemberClient client = cluster.connect()) {
      IgniteCache<Integer, byte[]> others = cluster.node(0).getOrCreateCache("others");
      others.put(1, new byte[1 << 20]);
      assertThatThrownBy(() -> Jobs.load(client, large()))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> {
                assertThat(e.code()).isEqualTo("REGION_FULL");
                assertThat(e.category()).isEqualTo(ErrorCategory.RESOURCE);
              })
          .hasMessageMatching(
              "Graph large takes about [0-9.]+ MiB on each of 2 storage nodes, backups included,"
                  + " but the data region of node node-[01] has [0-9.]+ MiB left; make it larger"
                  + " or add nodes\\.")
          // What others hold counts: a megabyte of theirs, and what Ignite itself keeps.
          .satisfies(
              e ->
                  assertThat(
                          Double.parseDouble(
                              e.getMessage().replaceAll(".* has ([0-9.]+) MiB left.*", "$1")))
                      .isBetween(30.0, 63.0));
      assertThat(client.graphs()).isEmpty();
      assertThat(cluster.node(0).cacheNames()).noneMatch(name -> name.contains("large"));
      assertThat(others.get(1)).hasSize(1 << 20);

      // What fits is loaded, again and again: space of dropped graphs is used anew.
      for (int i = 0; i < 12; i++) {
        Jobs.load(client, BlockModelJob.settings("source.blockModel.words=600"));
      }
      assertThat(client.graphs()).hasSize(1);
    }
  }

  /** A block has a second slot once there is a second checkpoint. */
  @Test
  void tablesAreAskedForAsManySlotsAsTheyUse() {
    try (TestCluster cluster = TestCluster.startWithRegion(1, 64L << 20);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelEmbedding.settings());
      final double atTheEnd = asked(client, 0);
      assertThat(atTheEnd).isGreaterThan(1.3 * 600 * 16384 * 4 / (1 << 20));
      assertThat(asked(client, 1_000_000)).isEqualTo(atTheEnd);
      assertThat(asked(client, 1)).isEqualTo(2 * atTheEnd, within(0.11)); // figures are rounded
    }
  }

  /** MiB that the tables of a job take, which is refused. */
  private static double asked(GraphemberClient client, int checkpointEvery) {
    JobSettings job =
        BlockModelEmbedding.settings(
            "embedding.dim=16384", "embedding.checkpointEvery=" + checkpointEvery);
    GraphemberException refused =
        catchThrowableOfType(GraphemberException.class, () -> Jobs.run(client, job));
    assertThat(refused).hasMessageStartingWith("The tables of job blocks-walks takes about ");
    return Double.parseDouble(
        refused.getMessage().replaceAll(".* about ([0-9.]+) MiB on each.*", "$1"));
  }
}
