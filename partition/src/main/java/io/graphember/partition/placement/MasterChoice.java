// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import java.util.Arrays;

/**
 * Chooses masters: each is where most of the vertex's edges are, as long as partitions have about
 * as many masters. Then a trainer that has the vertices of a partition finds most of their edges,
 * and the rows of most of their neighbours, on the same node.
 *
 * <p>Vertices choose one after the other, first those that lose most by their second choice: the
 * loss is the share of the edges that the two differ by. A partition takes no more than its even
 * share; of those that have room a vertex chooses the one with most of its edges, of several the
 * one with the fewest masters; if none has room, the one with the fewest. A vertex whose edges lie
 * in one partition, or whose master the partitioner named, has no choice and comes first. Isolated
 * vertices come last, and go where the fewest masters are.
 *
 * <p>Vertices of a group choose before those in no group, and even shares are those of their group;
 * then the others even out the masters of all. O(V + R) for R replicas, and P for each isolated
 * vertex. Used by one thread.
 */
final class MasterChoice {
  private static final int EVENING_PASSES = 8;
  private static final int LOSSES = 64; // steps in which losses are told apart

  private final Candidates vertices;
  private final int partitions;
  private final int[] all; // masters of each partition
  private final int[][] ofGroups; // [groups, partitions]
  private final short[] chosen;

  private MasterChoice(Candidates vertices, int partitions, int groups) {
    this.vertices = vertices;
    this.partitions = partitions;
    this.all = new int[partitions];
    this.ofGroups = new int[groups][partitions];
    this.chosen = new short[vertices.size()];
  }

  /**
   * Chooses.
   *
   * @param groups number of groups
   * @return partition of each vertex's master
   */
  static short[] of(Candidates vertices, int partitions, int groups) {
    return new MasterChoice(vertices, partitions, groups).choose();
  }

  /** When vertices choose. */
  private enum Turn {
    NO_CHOICE,
    IN_GROUP,
    IN_NONE,
    ISOLATED
  }

  private short[] choose() {
    final int[] starts = new int[Turn.values().length * LOSSES + 1];
    final int[] order = order(starts);
    for (int v : turn(Turn.NO_CHOICE, order, starts)) {
      final int named = vertices.named(v);
      take(v, named == EdgeAssignment.NO_MASTER ? vertices.partition(vertices.first(v)) : named);
    }
    final int[] grouped = turn(Turn.IN_GROUP, order, starts);
    final int[] sizes = new int[ofGroups.length];
    for (int v : grouped) {
      sizes[vertices.group(v)]++;
    }
    final int[] shares = new int[sizes.length];
    Arrays.setAll(shares, g -> evenShare(ofGroups[g], sizes[g]));
    for (int v : grouped) {
      take(v, mostEdges(v, counts(v), shares[vertices.group(v)]));
    }
    evenOut(grouped);
    final int[] others = turn(Turn.IN_NONE, order, starts);
    final int share = evenShare(all, others.length);
    for (int v : others) {
      take(v, mostEdges(v, all, share));
    }
    evenOut(others);
    for (int v : turn(Turn.ISOLATED, order, starts)) {
      take(v, fewest(counts(v)));
    }
    return chosen;
  }

  private void take(int vertex, int partition) {
    chosen[vertex] = (short) partition;
    all[partition]++;
    final int[] counts = counts(vertex);
    if (counts != all) {
      counts[partition]++;
    }
  }

  /** Masters of a vertex's group, or of all. */
  private int[] counts(int vertex) {
    final int group = vertices.group(vertex);
    return group == MasterGroups.NONE ? all : ofGroups[group];
  }

  /** Vertices by turn, those of one turn by loss, those of one loss by number. */
  private int[] order(int[] starts) {
    int[] order = new int[chosen.length];
    for (int v = 0; v < order.length; v++) {
      starts[place(v) + 1]++;
    }
    for (int t = 1; t < starts.length; t++) {
      starts[t] += starts[t - 1];
    }
    int[] next = starts.clone();
    for (int v = 0; v < order.length; v++) {
      order[next[place(v)]++] = v;
    }
    return order;
  }

  private static int[] turn(Turn turn, int[] order, int[] starts) {
    return Arrays.copyOfRange(
        order, starts[turn.ordinal() * LOSSES], starts[(turn.ordinal() + 1) * LOSSES]);
  }

  private int place(int vertex) {
    final int replicas = vertices.entries(vertex);
    if (vertices.named(vertex) != EdgeAssignment.NO_MASTER || replicas == 1) {
      return Turn.NO_CHOICE.ordinal() * LOSSES;
    }
    if (replicas == 0) {
      return Turn.ISOLATED.ordinal() * LOSSES;
    }
    final Turn turn = vertices.group(vertex) == MasterGroups.NONE ? Turn.IN_NONE : Turn.IN_GROUP;
    return turn.ordinal() * LOSSES + lossStep(vertex);
  }

  /** 0 for the largest loss. */
  private int lossStep(int vertex) {
    long sum = 0;
    long most = 0;
    long second = 0;
    for (int entry = vertices.first(vertex); entry < vertices.first(vertex + 1); entry++) {
      final long here = vertices.edges(entry);
      sum += here;
      second = Math.max(second, Math.min(here, most));
      most = Math.max(most, here);
    }
    return (int) ((LOSSES - 1) * (sum - most + second) / Math.max(1, sum));
  }

  /**
   * The lowest number of masters to which all partitions can be filled by so many more; what has
   * more keeps it.
   */
  private static int evenShare(int[] counts, int more) {
    int[] sorted = counts.clone();
    Arrays.sort(sorted);
    long filled = more; // and the masters of the partitions below
    for (int p = 0; p < sorted.length; p++) {
      filled += sorted[p];
      final long share = (filled + p) / (p + 1);
      if (p + 1 == sorted.length || share <= sorted[p + 1]) {
        return (int) share;
      }
    }
    return 0; // no partitions
  }

  private int mostEdges(int vertex, int[] counts, int share) {
    int best = -1;
    long most = -1;
    for (int entry = vertices.first(vertex); entry < vertices.first(vertex + 1); entry++) {
      final int p = vertices.partition(entry);
      final long here = counts[p] < share ? vertices.edges(entry) : -1; // full ones last
      if (best < 0 || here > most || here == most && fewer(counts, p, best)) {
        best = p;
        most = here;
      }
    }
    return best;
  }

  /**
   * Hands vertices on to partitions with fewer: where one found no room, others may have taken what
   * was its only way out.
   *
   * @param some those that lose least are the last
   */
  private void evenOut(int[] some) {
    boolean moved = true;
    for (int pass = 0; pass < EVENING_PASSES && moved; pass++) {
      moved = false;
      for (int i = some.length - 1; i >= 0; i--) {
        final int v = some[i];
        final int[] counts = counts(v);
        final int from = chosen[v];
        final int to = fewest(v, counts);
        if (counts[to] + 1 < counts[from]) {
          leave(from, counts);
          take(v, to);
          moved = true;
        }
      }
    }
  }

  private void leave(int partition, int[] counts) {
    all[partition]--;
    if (counts != all) {
      counts[partition]--;
    }
  }

  private int fewest(int vertex, int[] counts) {
    int best = vertices.partition(vertices.first(vertex));
    for (int entry = vertices.first(vertex); entry < vertices.first(vertex + 1); entry++) {
      best = fewer(counts, vertices.partition(entry), best) ? vertices.partition(entry) : best;
    }
    return best;
  }

  private int fewest(int[] counts) {
    int best = 0;
    for (int p = 1; p < partitions; p++) {
      best = fewer(counts, p, best) ? p : best;
    }
    return best;
  }

  private boolean fewer(int[] counts, int partition, int other) {
    return counts[partition] == counts[other]
        ? all[partition] < all[other]
        : counts[partition] < counts[other];
  }
}
