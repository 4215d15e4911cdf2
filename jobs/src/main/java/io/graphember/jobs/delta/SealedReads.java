// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.delta;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.delta.SealedMasters;
import io.graphember.partition.delta.SealedPartition;
import io.graphember.spi.Cancellation;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

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
    final List<SealedMasters> found = new ArrayList<>();
    for (int i = 0; i < asked.partitions().length; i++) {
      final int[] locals = asked.locals().get(i);
      read(
              asked.graph(),
              asked.partitions()[i],
              partition -> partition.find(asked.request(), locals))
          .ifPresent(found::add);
    }
    return found;
  }

  /** Says which edges are there. */
  List<byte[]> has(SealedMessages.Has asked) {
    return asked.edges().stream()
        .map(edges -> read(asked.graph(), edges.partition(), partition -> partition.has(edges)))
        .toList();
  }

  private <T> T read(GraphInfo graph, int number, Function<SealedPartition, T> work) {
    final Values<Long, byte[]> blocks = caches.open(graph.cache());
    final long bytes =
        graph.slabBytes().get(number) - graph.partitionSizes().featureBytes().get(number);
    try (MemoryBudget.Reservation memory =
        budget.take(
            COPIES * bytes,
            "Partition %d of graph %s, which is added to".formatted(number, graph.name()))) {
      return work.apply(
          new SealedPartition(
              number,
              LoadedGraph.version(graph).vertexTypes(),
              key -> blocks.get(key).orElse(null),
              Cancellation.NEVER));
    }
  }
}
