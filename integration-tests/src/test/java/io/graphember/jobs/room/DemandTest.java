// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.graph.id.BlockKey;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.room.IgniteRegions;
import io.graphember.it.TestCluster;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Cancellation;
import java.util.function.IntFunction;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteDataStreamer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is reserved for a cache is what it takes of a real region, and not much more. */
class DemandTest {
  private static final int PAGE = 4096;
  private static TestCluster cluster;
  private static int caches;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static long usedBytes() {
    return new IgniteRegions(cluster.node(0), GraphemberConfiguration.OWN_REGION)
        .ask(Cancellation.NEVER)
        .get(0)
        .usedBytes();
  }

  /** Bytes of the region that a publication takes. */
  private static long taken(int entries, IntFunction<Object> key, IntFunction<Object> value) {
    final boolean strings = key.apply(0) instanceof String;
    final String kind = value.apply(0) instanceof Prediction ? "predictions" : "embeddings";
    Publication publication =
        new Publication(
            kind,
            kind,
            "vertex",
            "measured" + caches++,
            1,
            1,
            entries,
            strings,
            strings ? KeyKind.STRING : KeyKind.INT64,
            null,
            null,
            null);
    final long before = usedBytes();
    cluster
        .node(0)
        .createCache(new GraphemberCaches(new GraphemberConfiguration()).publication(publication));
    try (IgniteDataStreamer<Object, Object> streamer =
        cluster.node(0).dataStreamer(publication.cache())) {
      for (int i = 0; i < entries; i++) {
        streamer.addData(key.apply(i), value.apply(i));
      }
    }
    final long taken = usedBytes() - before;
    cluster.node(0).destroyCache(publication.cache());
    return taken;
  }

  private static double reserved(int entries, long entryBytes) {
    return new Demand(entries, entryBytes, CacheNames.publicationPartitions(entries))
        .bytesOnANode(1, 2, PAGE);
  }

  @ParameterizedTest
  @CsvSource({
    "4000,1",
    "4000,16",
    "4000,128",
    "4000,420",
    "2000,480",
    "2000,512",
    "2000,700",
    "1000,1000",
    "1000,1100",
    "300,5000",
    "40000,8"
  })
  void embeddingsTakeNoMoreThanIsReserved(int entries, int dim) {
    final double taken = taken(entries, i -> (long) i, i -> new Vector(new float[dim]));
    final double reserved = reserved(entries, 200 + 4L * dim);
    assertThat(taken).isLessThan(reserved).isGreaterThan(reserved / 3);
  }

  @ParameterizedTest
  @CsvSource({"4000,10", "4000,100", "1000,3000"})
  void stringKeysTakeNoMoreThanIsReserved(int entries, int length) {
    final double taken =
        taken(
            entries,
            i -> ("%0" + length + "d").formatted(i),
            i -> new Prediction("class", 1, new float[7]));
    final double reserved = reserved(entries, 200 + 4 * 7 + 5 + length);
    assertThat(taken).isLessThan(reserved).isGreaterThan(reserved / 3);
  }

  @Test
  void aSmallPublicationTakesLessThan100KiB() {
    assertThat(taken(1, i -> (long) i, i -> new Vector(new float[16]))).isLessThan(100 << 10);
  }

  /** Blocks of a kilobyte, as tiny partitions have: what counts is the partitions themselves. */
  @ParameterizedTest
  @ValueSource(ints = {16, 4096})
  void aGraphTakesNoMoreThanIsReserved(int partitions) {
    final String name = "measured" + caches++;
    final int blocks = 6;
    final byte[] block = new byte[1000];
    final long before = usedBytes();
    IgniteCache<Long, byte[]> cache =
        cluster
            .node(0)
            .createCache(
                new GraphemberCaches(new GraphemberConfiguration())
                    .graph(name, new long[partitions]));
    for (int p = 0; p < partitions; p++) {
      for (int table = 1; table <= blocks; table++) {
        cache.put(BlockKey.of(p, table, 0), block);
      }
    }
    final double taken = usedBytes() - before;
    cluster.node(0).destroyCache(name);
    final double reserved =
        Demand.blocks((long) partitions * blocks * block.length, partitions)
            .bytesOnANode(1, 1, PAGE);
    assertThat(taken).isLessThan(reserved).isGreaterThan(reserved / 4);
  }
}
