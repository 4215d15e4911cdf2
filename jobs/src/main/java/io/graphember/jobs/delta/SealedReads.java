// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.delta;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.delta.SealedMasters;
import io.graphember.partition.delta.SealedPartition;
import io.graphember.schema.VertexType;
import io.graphember.spi.Cancellation;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes masters of partitions of this node as they are stored. One partition is in memory at a
 * time. Safe for use by several threads.
 */
final class SealedReads {
  /** Blocks, and the topology that they make. */
  private static final int COPIES = 2;

  private final Caches caches;
  private final MemoryBudget budget;

  @Inject
  SealedReads(Caches caches, MemoryBudget budget) {
    this.caches = caches;
    this.budget = budget;
  }

  /** Describes those that are there of what is asked for. */
  List<SealedMasters> find(SealedMessages.Find asked) {
    final GraphInfo graph = asked.graph();
    final Values<Long, byte[]> blocks = caches.open(graph.cache());
    final List<VertexType> types = LoadedGraph.version(graph).vertexTypes();
    final List<SealedMasters> found = new ArrayList<>();
    for (int i = 0; i < asked.partitions().length; i++) {
      final int partition = asked.partitions()[i];
      final long bytes =
          graph.slabBytes().get(partition) - graph.partitionSizes().featureBytes().get(partition);
      try (MemoryBudget.Reservation memory =
          budget.take(
              COPIES * bytes,
              "Partition %d of graph %s, which is added to".formatted(partition, graph.name()))) {
        new SealedPartition(
                partition, types, key -> blocks.get(key).orElse(null), Cancellation.NEVER)
            .find(asked.request(), asked.locals().get(i))
            .ifPresent(found::add);
      }
    }
    return found;
  }
}
