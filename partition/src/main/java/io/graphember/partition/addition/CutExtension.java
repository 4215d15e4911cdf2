// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.addition;

import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.PartitionRanges;
import io.graphember.partition.streaming.BalancedGreedy;
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
 * Considered are the partitions that hold an end and two others, which the hash of the destination
 * names: the lightest of all would get all edges of a batch that have no end in any.
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
  private final double[] replicaCosts;
  private final double[] edgeCosts;
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
    replicaCosts = new double[partitions];
    edgeCosts = new double[partitions];
  }

  /**
   * Bytes beside the assignment.
   *
   * @param vertices that the shard knows
   * @param own how many of them are at home there
   */
  public static long estimateBytes(long vertices, long own, long edges, int partitions) {
    return SharedReplicas.estimateBytes(vertices, own, partitions) + 8 * own + 2 * edges;
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
    return edges.basePartition(edge) == PartitionRanges.NONE;
  }

  private void keepEdges() {
    for (int v = 0; v < edges.vertices(); v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      for (int e = edges.offsets()[v]; e < edges.offsets()[v + 1]; e++) {
        final int partition = edges.basePartition(e);
        if (partition != PartitionRanges.NONE) {
          replicas.keep(edges.sources()[e], v, partition);
        }
      }
    }
  }

  private void keepMasters(PartitionRanges ranges, int type, EdgeAssignment assignment) {
    final long first = vertices.start(type);
    for (int v = 0; v < vertices.size(); v++) {
      final long number = vertices.number(v) - first;
      if (number >= 0 && number < ranges.total()) {
        final int partition = ranges.partition(number);
        replicas.sets.add(v, partition);
        if (vertices.homes().here(v)) {
          assignment.assignMaster(v, partition);
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
    final int[] starts = new int[(int) Math.min(MOST_BATCHES, all) + 1];
    final int[] destinations = deal(starts);
    for (int batch = 0; batch + 1 < starts.length; batch++) {
      cancellation.check();
      progress.at("stream", batch, starts.length - 1);
      BalancedGreedy.price(
          replicas.partitionVertices, replicas.partitionEdges, allEdges, replicaCosts, edgeCosts);
      for (int i = starts[batch]; i < starts[batch + 1]; i++) {
        place(destinations[i]);
      }
      replicas.endBatch();
    }
  }

  /** Destinations of edges that were added, by batch. */
  private int[] deal(int[] starts) {
    final int batches = starts.length - 1;
    for (int v = 0; batches > 0 && v < edges.vertices(); v++) {
      starts[batch(v, batches) + 1] += hasAdded(v) ? 1 : 0;
    }
    for (int batch = 0; batch < batches; batch++) {
      starts[batch + 1] += starts[batch];
    }
    final int[] dealt = new int[starts[batches]];
    final int[] next = starts.clone();
    for (int v = 0; batches > 0 && v < edges.vertices(); v++) {
      if (hasAdded(v)) {
        dealt[next[batch(v, batches)]++] = v;
      }
    }
    return dealt;
  }

  private boolean hasAdded(int vertex) {
    for (int e = edges.offsets()[vertex]; e < edges.offsets()[vertex + 1]; e++) {
      if (added(e)) {
        return true;
      }
    }
    return false;
  }

  private int batch(int vertex, int batches) {
    return CounterRandom.bounded(CounterRandom.bits(KEY, vertices.number(vertex)), batches);
  }

  /** Places the edges that were added at a vertex, one after the other. */
  private void place(int vertex) {
    destination.copy(0, replicas.sets, vertex);
    final long bits = CounterRandom.bits(~KEY, vertices.number(vertex));
    for (int e = edges.offsets()[vertex]; e < edges.offsets()[vertex + 1]; e++) {
      if (added(e)) {
        final int source = edges.sources()[e];
        final int partition = cheapest(source, bits);
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

  private int cheapest(int source, long bits) {
    int best = CounterRandom.bounded(bits, partitions);
    best = cheaper(best, CounterRandom.bounded(CounterRandom.mix(bits), partitions), source);
    for (int p = destination.next(0, 0); p >= 0; p = destination.next(0, p + 1)) {
      best = cheaper(best, p, source);
    }
    for (int p = replicas.sets.next(source, 0); p >= 0; p = replicas.sets.next(source, p + 1)) {
      best = cheaper(best, p, source);
    }
    return best;
  }

  private int cheaper(int partition, int other, int source) {
    final double cost = cost(partition, source);
    final double otherCost = cost(other, source);
    return otherCost < cost || (otherCost == cost && other < partition) ? other : partition;
  }

  private double cost(int partition, int source) {
    final int lacking =
        2 - destination.holds(0, partition) - replicas.sets.holds(source, partition);
    return lacking * replicaCosts[partition] + edgeCosts[partition];
  }
}
