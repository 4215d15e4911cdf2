// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
