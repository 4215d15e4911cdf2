// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.graph.store.PartitionReader;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.training.task.TypedEdges;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The edges of a graph that are held out, read from its cache, wherever the blocks are. Used by one
 * thread.
 */
public final class StoredHeldOutEdges {
  private static final int COPIES = 2; // the payload, and what is read of it
  private static final Comparator<Edge> BY_PLACE =
      Comparator.comparingInt(Edge::type)
          .thenComparingLong(Edge::source)
          .thenComparingLong(Edge::destination);

  private final GraphBlocks blocks;
  private final GraphInfo graph;
  private final Cancellation cancellation;

  /** An edge, and the number that decides whether it is chosen. */
  private record Edge(long chance, int type, long source, long destination) {}

  public StoredHeldOutEdges(Caches caches, GraphInfo graph, Cancellation cancellation) {
    this.blocks = GraphBlocks.of(caches, graph);
    this.graph = graph;
    this.cancellation = cancellation;
  }

  /**
   * Those that begin at the masters of a partition; only if the graph has any.
   *
   * @param memory grows to what they take
   * @throws io.graphember.spi.error.GraphemberException if they do not fit the memory budget, or
   *     blocks are missing or damaged
   */
  public HeldOutLists of(int partition, MemoryBudget.Reservation memory) {
    HeldOutLists lists = new PartitionReader(partition, blocks, cancellation).heldOut();
    final long bytes =
        COPIES * (HeldOutLists.BYTES * lists.edges() + (long) Integer.BYTES * lists.masters());
    if (bytes > memory.bytes()) {
      memory.grow(bytes - memory.bytes());
    }
    return lists;
  }

  /**
   * Some of those that came and test, at most so many, chosen by their ends; the same in every run
   * on this version. O(held-out edges).
   *
   * @param types numbers of the edge types to choose from; empty for all
   * @param most how many at most, 1 or more
   */
  public TypedEdges some(Collection<Integer> types, int most, MemoryBudget.Reservation memory) {
    if (graph.heldOutEdges() == 0) {
      return TypedEdges.NONE;
    }
    PriorityQueue<Edge> chosen =
        new PriorityQueue<>(
            Comparator.comparingLong(Edge::chance).thenComparing(BY_PLACE).reversed());
    for (int p = 0; p < graph.partitions(); p++) {
      HeldOutLists lists = of(p, memory);
      for (int master = 0; master < lists.masters(); master++) {
        for (int e = lists.offsets()[master]; e < lists.offsets()[master + 1]; e++) {
          if (lists.kind(e) == HeldOutLists.Kind.TEST
              && (types.isEmpty() || types.contains(lists.types()[e]))) {
            choose(chosen, most, lists.types()[e], Vid.of(p, master), lists.tails()[e]);
          }
        }
      }
    }
    List<Edge> edges = chosen.stream().sorted(BY_PLACE).toList();
    return new TypedEdges(
        edges.stream().mapToLong(Edge::source).toArray(),
        edges.stream().mapToLong(Edge::destination).toArray(),
        edges.stream().mapToInt(Edge::type).toArray());
  }

  private static void choose(
      PriorityQueue<Edge> chosen, int most, int type, long source, long destination) {
    final long chance = CounterRandom.child(CounterRandom.child(type, source), destination);
    chosen.add(new Edge(chance, type, source, destination));
    if (chosen.size() > most) {
      chosen.remove();
    }
  }
}
