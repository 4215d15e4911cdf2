// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.id.BlockKey;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.TestCluster;
import io.graphember.jobs.cluster.BlockWriter;
import io.graphember.jobs.cluster.Caches;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks that cannot be written fail with an error that says why. */
class CacheBlocksTest {
  private static final String CACHE = "graphember.graph.written.1";
  private static final int PARTITIONS = 8;
  private static final String DROPPED =
      "Cache " + CACHE + " takes no blocks: its load was dropped.";

  private TestCluster cluster;
  private Caches caches;

  /** The first node stores nothing, so it stays whatever is lost. */
  @BeforeEach
  void start() {
    cluster =
        TestCluster.start(
            List.of(
                new GraphemberConfiguration().setStorage(false),
                new GraphemberConfiguration(),
                new GraphemberConfiguration()));
    caches = cluster.parts(0).caches();
    caches.createGraph(CACHE, new long[] {1, 1, 1, 1, 1, 1, 1, 1});
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static void write(BlockWriter blocks) {
    for (int p = 0; p < PARTITIONS; p++) {
      blocks.put(BlockKey.of(p, 0, 0), new byte[16]);
    }
    blocks.complete();
  }

  private static void assertFails(ThrowingCallable call, String code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(message);
  }

  @Test
  void aCacheThatIsGoneTakesNoWriter() {
    caches.destroy(List.of(CACHE));
    assertFails(() -> caches.blocks(CACHE), "LOAD_UNKNOWN", DROPPED);
  }

  @Test
  void aCacheThatIsDestroyedMeanwhileTakesNoMoreBlocks() {
    BlockWriter blocks = caches.blocks(CACHE);
    write(blocks);
    caches.destroy(List.of(CACHE));
    assertFails(() -> write(blocks), "LOAD_UNKNOWN", DROPPED);
  }

  @Test
  void aBlockThatNoNodeStoresIsNotTheLossOfItsWriter() {
    BlockWriter blocks = caches.blocks(CACHE);
    write(blocks);
    cluster.stopNode(1);
    cluster.stopNode(2);
    assertFails(
        () -> write(blocks),
        "PARTITION_LOST",
        "Storage nodes left the cluster that were to keep partitions of cache " + CACHE + ".");
  }
}
