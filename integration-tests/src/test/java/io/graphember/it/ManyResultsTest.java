// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ResultInfo;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.ignite.DataRegionMetrics;
import org.apache.ignite.IgniteSystemProperties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many jobs of distinct names, of which the results of ten stay: memory does not grow. */
class ManyResultsTest {
  private static final int KEPT = 10;
  private static final int FIRST = 20;

  /** What a job's state and result take in the region: those of the latest 1,000 are kept. */
  private static final long STATE_BYTES = 5_000;

  /**
   * What Ignite itself remembers on the heap, each up to a bound that twenty jobs do not reach: the
   * latest changes of caches and of the cluster, and transactions that are done.
   */
  private static final Map<String, String> BOUNDS =
      Map.of(
          IgniteSystemProperties.IGNITE_EXCHANGE_HISTORY_SIZE,
          "10",
          IgniteSystemProperties.IGNITE_DISCOVERY_HISTORY_SIZE,
          "10",
          IgniteSystemProperties.IGNITE_AFFINITY_HISTORY_SIZE,
          "10",
          IgniteSystemProperties.IGNITE_MAX_COMPLETED_TX_COUNT,
          "1000");

  /** What is made as it is needed, by Ignite and Java: less than a hundredth of a cache a job. */
  private static final long WARM_BYTES = 8L << 20;

  @BeforeAll
  static void bound() {
    BOUNDS.forEach(System::setProperty);
  }

  @AfterAll
  static void unbound() {
    BOUNDS.keySet().forEach(System::clearProperty);
  }

  @Test
  void fortyJobs() {
    assertFlat(40);
  }

  @Test
  @Tag("long")
  void aThousandJobs() {
    assertFlat(1000);
  }

  private static void assertFlat(int jobs) {
    try (TestCluster cluster = TestCluster.startWithRegion(1, 256L << 20);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(
          client,
          BlockModelJob.settings(
              "source.blockModel.vertices=200", "graph.retention={results: " + KEPT + "}"));
      long pages = 0;
      long heap = 0;
      for (int i = 1; i <= jobs; i++) {
        Jobs.run(client, job(i));
        if (i == FIRST) {
          settled(client, i);
          pages = usedPages(cluster);
          heap = heapAfterCollection();
        }
      }
      settled(client, jobs);
      final long states = (jobs - FIRST) * STATE_BYTES;
      assertThat(usedPages(cluster))
          .isCloseTo(pages, within(pages / 20 + states / pageSize(cluster)));
      assertThat(heapAfterCollection()).isLessThan(heap + heap / 20 + WARM_BYTES);
      assertThat(cluster.node(0).cacheNames()).hasSize(3 + 1 + 2 * KEPT);
      assertThat(cluster.node(0).cache(GraphemberCaches.MODELS).size()).isEqualTo(KEPT);
      assertThat(cluster.node(0).cache(GraphemberCaches.CATALOG).size()).isLessThan(10 * KEPT);
    }
  }

  private static JobSettings job(int number) {
    return BlockModelJob.settings(
        "name=job" + number,
        "model.hidden=4",
        "training.epochs=1",
        "training.batchSize=100",
        "publish.embeddings=true");
  }

  /** The newest are there, and nothing else: a job is done a moment before it is swept. */
  private static void settled(GraphemberClient client, int last) {
    List<String> newest =
        IntStream.rangeClosed(last - KEPT + 1, last).mapToObj(i -> "job" + i).sorted().toList();
    Await.until(
        Duration.ofSeconds(30),
        () -> client.results("blocks").stream().map(ResultInfo::job).toList().equals(newest));
  }

  @SuppressWarnings("deprecation") // the metrics that replace it are Ignite's own class names
  private static DataRegionMetrics region(TestCluster cluster) {
    return cluster.node(0).dataRegionMetrics(GraphemberConfiguration.OWN_REGION);
  }

  private static long usedPages(TestCluster cluster) {
    return region(cluster).getTotalUsedPages();
  }

  private static int pageSize(TestCluster cluster) {
    return region(cluster).getPageSize();
  }

  private static long heapAfterCollection() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
