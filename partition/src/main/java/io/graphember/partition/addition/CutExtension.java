// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.addition;

import io.graphember.partition.cut.VertexBatches;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.PartitionRanges;
import io.graphember.partition.streaming.BalancedGreedy;
import io.graphember.partition.streaming.ReplicaPrices;
import io.graphember.partition.streaming.VertexReplicas;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Goes on with the cut of a base version: its masters and edges stay where they are, and every edge
 * that was added goes where {@link BalancedGreedy} has it cost least. Masters of new vertices are
 * left open.
 *
 * <p>An edge is placed at its destination, by the home of that. Destinations are dealt to batches
 * by hash; a batch is placed on the cut as it is before, but for the partitions that the
 * destination itself has just joined: a pure function of that cut, so shards leave no trace.
 * Considered are the partitions that hold an end and two others, which a hash of the destination
 * names, the same ones in every addition: the lightest of all would get all edges of a batch that
 * have no end in any.
 *
 * <p>O(E + A s) for A added edges whose ends are in s partitions; two supersteps a batch. Used by
 * one thread.
 */
public final class CutExtension {
  private static final int CANCEL_EVERY = 1 << 16;
  private static final int MOST_BATCHES = 64;
  private static final long KEY = 0x4E3C5A1D7B92F085L;

  private final EdgeTable edges;
  private final LocalVertices vertices;
  private final ShardExchange exchange;
  private final int partitions;
  private final SharedReplicas replicas; // as they are before a batch
  private final VertexReplicas destination; // partitions of the one whose edges are placed
  private final short[] placed; // partition of each added edge
  private final BuildProgress progress;
  private final Cancellation cancellation;

  /**
   * A cut of which nothing is known yet.
   *
   * @param edges those that end at vertices at home here
   * @param shared vertices that this shard knows
   * @param partitions number of partitions
   */
  public CutExtension(
      EdgeTable edges,
      SharedVertices shared,
      int partitions,
      BuildProgress progress,
      Cancellation cancellation) {
    this.edges = edges;
    this.partitions = partitions;
    this.progress = progress;
    this.cancellation = cancellation;
    vertices = shared.vertices();
    exchange = shared.exchange();
    replicas = new SharedReplicas(shared, partitions);
    destination = VertexReplicas.empty(1, partitions);
    placed = new short[(int) edges.edges()];
  }

  /**
   * Bytes beside the assignment.
   *
   * @param vertices that the shard knows
   * @param own how many of them are at home there
   */
  public static long estimateBytes(long vertices, long own, long edges, int partitions) {
    return SharedReplicas.estimateBytes(vertices, own, partitions) + 8 * own + 3 * edges;
  }

  /**
   * The partition of every edge that is here, and the masters of the base version that are at home
   * here.
   *
   * @param masters which partition has which vertices of the base version, of each vertex type
   */
  public EdgeAssignment of(List<PartitionRanges> masters) {
    final EdgeAssignment assignment =
        new EdgeAssignment(vertices.size(), (int) edges.edges(), partitions);
    keepEdges();
    for (int type = 0; type < masters.size(); type++) {
      keepMasters(masters.get(type), type, assignment);
    }
    replicas.share();
    placeEdges();
    for (int e = 0; e < edges.edges(); e++) {
      assignment.assignEdge(added(e) ? placed[e] : edges.basePartition(e));
    }
    assignment.complete();
    return assignment;
  }

  private boolean added(int edge) {
    return !keeps(edges.basePartition(edge));
  }

  /** What lay in a partition beyond those that are kept is dealt anew. */
  private boolean keeps(int basePartition) {
    return basePartition != PartitionRanges.NONE && basePartition < partitions;
  }

  private void keepEdges() {
    for (int v = 0; v < edges.vertices(); v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      for (int e = edges.offsets()[v]; e < edges.offsets()[v + 1]; e++) {
        final int partition = edges.basePartition(e);
        if (keeps(partition)) {
          replicas.keep(edges.sources()[e], v, partition);
        }
      }
    }
  }

  private void keepMasters(PartitionRanges ranges, int type, EdgeAssignment assignment) {
    final long first = vertices.start(type);
    for (int row = 0; row < vertices.rows(); row++) {
      final int vertex = vertices.vertex(row);
      final long number = vertices.number(vertex) - first;
      if (number >= 0 && number < ranges.total()) {
        final int partition = ranges.partition(number);
        if (keeps(partition)) {
          replicas.sets.add(vertex, partition);
          assignment.assignMaster(vertex, partition);
        }
      }
    }
  }

  private void placeEdges() {
    long own = 0;
    for (int e = 0; e < edges.edges(); e++) {
      own += added(e) ? 1 : 0;
    }
    final long all = exchange.sums(own)[0];
    final long allEdges = Arrays.stream(replicas.partitionEdges).sum() + all;
    final VertexBatches dealt =
        VertexBatches.of(
            (int) edges.vertices(),
            this::hasAdded,
            v -> CounterRandom.bits(KEY, vertices.number(v)),
            (int) Math.min(MOST_BATCHES, all));
    for (int batch = 0; batch < dealt.batches(); batch++) {
      cancellation.check();
      progress.at("stream", batch, dealt.batches());
      final ReplicaPrices prices =
          new ReplicaPrices(replicas.partitionVertices, replicas.partitionEdges, allEdges);
      for (int i = 0; i < dealt.size(batch); i++) {
        place(dealt.vertex(batch, i), prices);
      }
      replicas.endBatch();
    }
  }

  private boolean hasAdded(int vertex) {
    for (int e = edges.offsets()[vertex]; e < edges.offsets()[vertex + 1]; e++) {
      if (added(e)) {
        return true;
      }
    }
    return false;
  }

  /** Places the edges that were added at a vertex, one after the other. */
  private void place(int vertex, ReplicaPrices prices) {
    destination.copy(0, replicas.sets, vertex);
    final long bits = CounterRandom.bits(~KEY, vertices.number(vertex));
    for (int e = edges.offsets()[vertex]; e < edges.offsets()[vertex + 1]; e++) {
      if (added(e)) {
        final int source = edges.sources()[e];
        final int partition = cheapest(prices, source, bits);
        placed[e] = (short) partition;
        replicas.place(partition);
        if (destination.holds(0, partition) == 0) {
          destination.add(0, partition);
          replicas.join(vertex, partition);
        }
        if (replicas.sets.holds(source, partition) == 0) {
          replicas.join(source, partition);
        }
      }
    }
  }

  private int cheapest(ReplicaPrices prices, int source, long bits) {
    int best = CounterRandom.bounded(bits, partitions);
    best =
        cheaper(prices, best, CounterRandom.bounded(CounterRandom.mix(bits), partitions), source);
    for (int p = destination.next(0, 0); p >= 0; p = destination.next(0, p + 1)) {
      best = cheaper(prices, best, p, source);
    }
    for (int p = replicas.sets.next(source, 0); p >= 0; p = replicas.sets.next(source, p + 1)) {
      best = cheaper(prices, best, p, source);
    }
    return best;
  }

  private int cheaper(ReplicaPrices prices, int partition, int other, int source) {
    final double cost = prices.cost(partition, lacking(partition, source));
    final double otherCost = prices.cost(other, lacking(other, source));
    return otherCost < cost || (otherCost == cost && other < partition) ? other : partition;
  }

  private int lacking(int partition, int source) {
    return 2 - destination.holds(0, partition) - replicas.sets.holds(source, partition);
  }
}
