// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.benchmarks.measure.HeapWatch;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.Section;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.Partitioners;
import io.graphember.partition.load.GraphBuilder;
import io.graphember.partition.load.GraphSummary;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A graph built in this process, with all blocks in a map.
 *
 * @param summary what is known of it
 * @param blocks its blocks by {@link BlockKey}
 * @param peakHeapBytes most heap in use after a collection while it was built, the blocks and what
 *     was there before taken off
 */
public record BuiltGraph(GraphSummary summary, Map<Long, byte[]> blocks, long peakHeapBytes) {

  /** Builds a graph as a node does, but for the wire. */
  public static BuiltGraph build(GraphSource source, String graph) {
    GraphSettings settings = SettingsDocument.parse("graph", graph).bind(GraphSettings.class);
    Map<Long, byte[]> blocks = new ConcurrentHashMap<>();
    AtomicLong written = new AtomicLong();
    try (HeapWatch heap = new HeapWatch(written::get);
        GraphStaging staging =
            new GraphStaging(settings, source.header(), new MemoryBudget(64L << 30))) {
      source.stream(staging, Cancellation.NEVER);
      GraphBuilder builder =
          new GraphBuilder(
              settings,
              new Partitioners(BuiltGraph.class.getClassLoader()).get(settings.partitioner()),
              Workers.CALLER,
              Cancellation.NEVER,
              (phase, done, total) -> {});
      GraphSummary summary =
          builder
              .plan(staging, List.of(source.labelNames(0)))
              .write(
                  (key, block) -> {
                    blocks.put(key, block);
                    written.addAndGet(block.length);
                  });
      return new BuiltGraph(summary, blocks, heap.peakBytes());
    }
  }

  /** A partition's topology as it is stored. */
  byte[] payload(int partition) {
    return Section.fromBlocks(
            Table.TOPOLOGY,
            partition,
            block -> blocks.get(BlockKey.of(partition, Table.TOPOLOGY.number(), block)))
        .toBytes();
  }

  /** All topologies, ready to be read. */
  public PartitionTopology[] topologies() {
    PartitionTopology[] topologies = new PartitionTopology[summary.partitions()];
    for (int p = 0; p < topologies.length; p++) {
      topologies[p] = PartitionTopology.of(p, payload(p));
    }
    return topologies;
  }

  /** Bytes of all topologies: lists, types, degrees, mirrors, replica sets. */
  public long topologyBytes() {
    long bytes = 0;
    for (int p = 0; p < summary.partitions(); p++) {
      bytes += payload(p).length;
    }
    return bytes;
  }
}
