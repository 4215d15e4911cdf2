// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.configuration.CacheConfiguration;
import org.junit.jupiter.api.Test;

/**
 * A data region that is too small ends a node; so what does not fit is refused before it is
 * written.
 */
class RoomTest {
  private static JobSettings large() {
    return BlockModelJob.settings(
        BlockModelJob.DENSE, "source.vertices=20000", "source.words=1200", "graph.name=large");
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
                  + " but the data region graphember of node node-[01] has [0-9.]+ of [0-9.]+ MiB"
                  + " left, 0\\.0 MiB more are reserved; drop what nobody needs, wait for others,"
                  + " make the region larger or add nodes\\.")
          // What others hold lies in another region; Ignite keeps some of ours for itself.
          .satisfies(
              e ->
                  assertThat(
                          Double.parseDouble(
                              e.getMessage().replaceAll(".* has ([0-9.]+) of .*", "$1")))
                      .isBetween(30.0, 63.0));
      assertThat(client.graphs()).isEmpty();
      assertThat(cluster.node(0).cacheNames()).noneMatch(name -> name.contains("large"));
      assertThat(others.get(1)).hasSize(1 << 20);

      // What fits is loaded, again and again: space of dropped graphs is used anew.
      for (int i = 0; i < 12; i++) {
        Jobs.load(client, BlockModelJob.settings(BlockModelJob.DENSE, "source.words=600"));
      }
      assertThat(client.graphs()).hasSize(1);
    }
  }

  /** A block has a second slot once there is a second checkpoint. */
  @Test
  void tablesAreAskedForAsManySlotsAsTheyUse() {
    try (TestCluster cluster = TestCluster.startWithRegion(1, 40L << 20);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, BlockModelEmbedding.settings());
      final double atTheEnd = asked(client, 0);
      assertThat(atTheEnd).isGreaterThan(1.1 * 600 * 16384 * 4 / (1 << 20));
      assertThat(asked(client, 1_000_000)).isEqualTo(atTheEnd);
      assertThat(asked(client, 1))
          .isEqualTo(2 * atTheEnd, within(1.0)); // beside what each cache takes
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

  private static JobSettings graph(String name, int words) {
    return BlockModelJob.settings(
        "graph.name=" + name, "source.vertices=5000", "source.words=" + words, BlockModelJob.DENSE);
  }

  /** Each would fit alone, not all of them together. */
  @Test
  void aLoadWaitsForRoomAsLongAsItsClientSays() throws Exception {
    try (TestCluster cluster = TestCluster.startWithRegion(1, 64L << 20);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, graph("first", 1500));
      assertThatThrownBy(() -> Jobs.load(client, graph("second", 1500)))
          .hasMessageStartingWith("Graph second takes about ");
      CountDownLatch waits = new CountDownLatch(1);
      CompletableFuture<GraphInfo> second =
          CompletableFuture.supplyAsync(
              () ->
                  Jobs.load(
                      client,
                      graph("second", 1500),
                      Duration.ofMinutes(2),
                      progress -> {
                        if (progress.phase().equals("wait")) {
                          waits.countDown();
                        }
                      }));
      assertThat(waits.await(2, TimeUnit.MINUTES)).isTrue();
      assertThat(second).isNotDone();
      client.dropGraph("first");
      assertThat(second.get(2, TimeUnit.MINUTES).name()).isEqualTo("second");
      assertThat(client.graphs()).hasSize(1);
    }
  }

  private static Room room(TestCluster cluster, int node) {
    return cluster.parts(node).room();
  }

  /** What a node has reserved that is gone, and what failed, is not reserved any more. */
  @Test
  void roomIsGivenBackByWhoeverFailsOrLeaves() {
    try (TestCluster cluster = TestCluster.startWithRegion(2, 64L << 20);
        GraphemberClient client = cluster.connect()) {
      final List<Demand> half = List.of(Demand.blocks(30L << 20, 8));
      final Room first = room(cluster, 0);
      final Room second = room(cluster, 1);
      second.reserve(half, "Half", Cancellation.NEVER);
      assertThatThrownBy(() -> first.reserve(half, "The other half", Cancellation.NEVER))
          .hasMessageStartingWith("The other half takes about 33.")
          .hasMessageContaining(" MiB left, 33.");
      cluster.stopNode(1);
      RoomReservation again = first.reserve(half, "The other half", Cancellation.NEVER);
      again.shrinkTo(List.of(Demand.blocks(20L << 20, 8)));
      try (RoomReservation small =
          first.reserve(List.of(Demand.blocks(20L << 20, 8)), "More", Cancellation.NEVER)) {
        assertThatThrownBy(() -> Jobs.load(client, graph("late", 1500)))
            .hasMessageStartingWith("Graph late takes about ");
      }
      again.close();
      Jobs.load(client, graph("late", 1500));
    }
  }

  /** Of three nodes one may be lost: the other two take its copies. */
  @Test
  void roomIsKeptForTheCopiesOfANodeThatMayBeLost() {
    try (TestCluster cluster = TestCluster.startWithRegion(3, 64L << 20)) {
      final Room room = room(cluster, 0);
      final List<Demand> most = List.of(Demand.blocks(50L << 20, 48));
      try (RoomReservation all = room.reserve(most, "Most", Cancellation.NEVER)) {
        assertThatThrownBy(
                () ->
                    room.reserve(
                        List.of(Demand.blocks(10L << 20, 48)), "The rest", Cancellation.NEVER))
            .hasMessageContaining("room is kept for the copies of 1 nodes that may be lost");
      }
      assertThatThrownBy(
              () ->
                  room.reserve(
                      List.of(Demand.blocks(70L << 20, 48)), "Too much", Cancellation.NEVER))
          .hasMessageStartingWith("Too much takes about ");
    }
  }

  /** What cannot be read of others' reservations must not stop anybody. */
  @Test
  void reservationsThatSomebodyHasOverwrittenAreForgotten() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      cluster.node(0).cache(CacheNames.CATALOG).put("claims", "[{nonsense");
      Jobs.load(client, BlockModelJob.settings());
      cluster.node(0).cache(CacheNames.CATALOG).put("claims", "{\"open\":[null]}");
      Jobs.load(client, BlockModelJob.settings());
      assertThat(client.graphs()).hasSize(1);
    }
  }

  @Test
  void cachesHaveARegionOfTheirOwnUnlessOneIsNamed() {
    try (TestCluster own = TestCluster.start(1);
        TestCluster named =
            TestCluster.start(1, new GraphemberConfiguration().setDataRegionName("default"))) {
      assertThat(regionOf(own, CacheNames.CATALOG)).isEqualTo("graphember");
      assertThat(own.node(0).dataRegionMetrics("graphember")).isNotNull();
      assertThat(regionOf(named, CacheNames.CATALOG)).isEqualTo("default");
      assertThat(named.node(0).dataRegionMetrics("graphember")).isNull();
    }
  }

  @SuppressWarnings("unchecked")
  private static String regionOf(TestCluster cluster, String cache) {
    return cluster
        .node(0)
        .cache(cache)
        .getConfiguration(CacheConfiguration.class)
        .getDataRegionName();
  }

  /** A cluster that was made when the caches lay in the default region goes on. */
  @Test
  void cachesThatWereMadeBeforeStayWhereTheyAre() {
    GraphemberConfiguration configuration =
        new GraphemberConfiguration().setDataRegionName("default");
    try (TestCluster cluster = TestCluster.startPersistent(2, configuration)) {
      final GraphInfo old;
      try (GraphemberClient client = cluster.connect()) {
        old = Jobs.load(client, BlockModelJob.settings());
        Jobs.run(client, BlockModelJob.settings());
      }
      configuration.setDataRegionName(null);
      cluster.restart();
      try (GraphemberClient client = cluster.connect()) {
        assertThat(client.graphs()).containsExactly(old);
        assertThat(client.predictions("blocks", "blocks-sage").get("paper-00001")).isNotNull();
        assertThat(regionOf(cluster, CacheNames.CATALOG)).isEqualTo("default");
        assertThat(regionOf(cluster, old.cache())).isEqualTo("default");
        GraphInfo newer = Jobs.load(client, BlockModelJob.settings("graph.name=newer"));
        assertThat(regionOf(cluster, newer.cache())).isEqualTo("graphember");
        Jobs.run(client, BlockModelJob.settings("graph.name=newer"));
      }
      assertThat(
              cluster
                  .node(0)
                  .configuration()
                  .getDataStorageConfiguration()
                  .getDataRegionConfigurations()[0]
                  .isPersistenceEnabled())
          .isTrue();
    }
  }
}
