// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.graph.id.BlockKey;
import io.graphember.ignite.affinity.VertexCutAffinity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteSystemProperties;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.CacheAtomicityMode;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.logger.NullLogger;
import org.apache.ignite.spi.discovery.isolated.IsolatedDiscoverySpi;

/**
 * A node alone, whose data region is persistent, with one cache of blocks; configured as the guide
 * to installing advises for persistent regions.
 */
public final class PersistentNode implements AutoCloseable {
  private static final String CACHE = "blocks";
  private static final int PARTITIONS = 8;
  private static final int PAGE_BYTES = 16 << 10;

  private final Path work = Files.createTempDirectory("graphember-store");
  private Ignite node;
  private IgniteCache<Long, byte[]> blocks;

  public PersistentNode() throws IOException {
    System.setProperty(IgniteSystemProperties.IGNITE_USE_ASYNC_FILE_IO_FACTORY, "false");
    start();
  }

  private void start() {
    node =
        Ignition.start(
            new IgniteConfiguration()
                .setIgniteInstanceName("store-benchmark")
                .setConsistentId("store-benchmark")
                .setWorkDirectory(work.toString())
                .setGridLogger(new NullLogger())
                .setMetricsLogFrequency(0)
                .setDiscoverySpi(new IsolatedDiscoverySpi())
                .setConnectorConfiguration(null)
                .setClientConnectorConfiguration(null)
                .setDataStorageConfiguration(
                    new DataStorageConfiguration()
                        .setPageSize(PAGE_BYTES)
                        .setDefaultDataRegionConfiguration(
                            new DataRegionConfiguration()
                                .setPersistenceEnabled(true)
                                .setMaxSize(2L << 30))));
    node.cluster().state(ClusterState.ACTIVE);
    blocks =
        node.getOrCreateCache(
            new CacheConfiguration<Long, byte[]>(CACHE)
                .setAtomicityMode(CacheAtomicityMode.ATOMIC)
                .setAffinity(new VertexCutAffinity(new long[PARTITIONS])));
  }

  public void put(Map<Long, byte[]> all) {
    all.forEach(blocks::put);
  }

  /** Stops the node and starts it again on what it has written. */
  public void restart() {
    Ignition.stop(node.name(), false);
    start();
  }

  /** The bytes of a block, as the live tier reads them. */
  public byte[] peek(long key) {
    byte[] block = blocks.localPeek(key, CachePeekMode.PRIMARY);
    if (block == null) {
      throw new IllegalStateException("no block of partition " + BlockKey.partition(key));
    }
    return block;
  }

  @Override
  public void close() throws IOException {
    Ignition.stop(node.name(), true);
    try (var files = Files.walk(work)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
