// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.sampling.op.Positions;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Draws the in-neighbours that a layer looks at: a uniform subset of the in-edges of a vertex in
 * the whole graph, counted through its partitions in order. A draw depends on seed, layer and
 * vertex, so each partition finds its part of it by itself. Safe for any thread.
 *
 * @param fanout most in-neighbours of a vertex, positive; {@link #ALL} for all
 * @param seed of the job
 */
public record NeighborDraws(int fanout, long seed) {
  /** A fanout that no vertex reaches. */
  public static final int ALL = Integer.MAX_VALUE;

  /** No draws: all in-neighbours. */
  public static final NeighborDraws NONE = new NeighborDraws(ALL, 0);

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  /** What one thread draws with. */
  private static final class Scratch {
    private final Positions positions = new Positions();
    private int[] drawn = new int[64];

    /** Draws in ascending order. */
    int[] draw(long key, int inDegree, int fanout) {
      drawn = drawn.length < fanout ? new int[fanout] : drawn;
      positions.draw(key, inDegree, fanout, drawn, 0);
      Arrays.sort(drawn, 0, fanout);
      return drawn;
    }
  }

  /** True if some vertices may have more in-neighbours than are looked at. */
  public boolean limits() {
    return fanout < ALL;
  }

  /** How many of so many in-neighbours are looked at. */
  int chosen(int inDegree) {
    return Math.min(fanout, inDegree);
  }

  /** What a weighted sum is multiplied by, so that it keeps its expectation. */
  float scale(int inDegree) {
    return inDegree <= fanout ? 1 : (float) inDegree / fanout;
  }

  /**
   * Places in the list of a vertex that are looked at.
   *
   * @param topology of the partition that has the list
   * @param local number of the vertex there
   * @param target receives them, ascending
   * @return how many
   */
  int places(
      int layer, int partition, PartitionTopology topology, int local, int[] target, int at) {
    final int degree = topology.in().lists().degree(local);
    return places(
        layer,
        topology.vid(partition, local),
        topology.inDegree(local),
        before(topology.replicas(), local, partition),
        degree,
        target,
        at);
  }

  /**
   * How many of a master's in-edges in another partition are looked at.
   *
   * @param entry of that partition among the master's replicas
   */
  int chosenAt(int layer, int partition, PartitionTopology topology, int master, int entry) {
    ReplicaSets replicas = topology.replicas();
    final int there = replicas.inDegrees().get(entry);
    final int inDegree = topology.inDegree(master);
    if (inDegree <= fanout) {
      return there;
    }
    final int q = replicas.partitions().get(entry);
    final int own = q > partition ? topology.in().lists().degree(master) : 0;
    return places(
        layer,
        topology.vid(partition, master),
        inDegree,
        own + before(replicas, master, q),
        there,
        new int[fanout],
        0);
  }

  /** In-edges of a vertex in the other replicas that come before a partition. */
  private static int before(ReplicaSets replicas, int local, int partition) {
    int before = 0;
    for (int r = replicas.offsets().get(local); r < replicas.offsets().get(local + 1); r++) {
      before += replicas.partitions().get(r) < partition ? replicas.inDegrees().get(r) : 0;
    }
    return before;
  }

  private int places(
      int layer, long vid, int inDegree, int first, int degree, int[] target, int at) {
    if (inDegree <= fanout) {
      for (int j = 0; j < degree; j++) {
        target[at + j] = j;
      }
      return degree;
    }
    final int[] drawn = SCRATCH.get().draw(CounterRandom.child(seed, layer, vid), inDegree, fanout);
    int count = 0;
    for (int i = 0; i < fanout; i++) {
      if (drawn[i] >= first && drawn[i] < first + degree) {
        target[at + count++] = drawn[i] - first;
      }
    }
    return count;
  }
}
