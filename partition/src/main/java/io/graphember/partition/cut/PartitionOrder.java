// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Numbers partitions so that those that share many vertices are next to one another: storage nodes
 * and trainers have runs of them. Agglomerative clustering by mean linkage: the two chains whose
 * partitions share most vertices on average are joined, at the ends that share most, until one is
 * left. The same sets give the same order. O(sum of squared set sizes + P^3), 8 P^2 bytes.
 */
public final class PartitionOrder {
  private final long[][] shared; // vertices that two partitions have in common

  private PartitionOrder(long[][] shared) {
    this.shared = shared;
  }

  /** The new number of each partition of a cut; one superstep. */
  public static int[] of(VertexCut cut) {
    final long[] own = pairs(cut.sets, cut.graph.own(), cut.partitions);
    return of(cut.graph.shared.exchange().sums(own), cut.partitions);
  }

  /**
   * [p, q] vertices that two partitions have in common, where p is less than q.
   *
   * @param sets partitions that hold each vertex, a bit each
   * @param count how many vertices count
   */
  static long[] pairs(long[] sets, int count, int partitions) {
    final long[] pairs = new long[partitions * partitions];
    for (int v = 0; v < count; v++) {
      for (long rest = sets[v]; rest != 0; rest &= rest - 1) {
        final int p = Long.numberOfTrailingZeros(rest);
        for (long others = rest & rest - 1; others != 0; others &= others - 1) {
          pairs[p * partitions + Long.numberOfTrailingZeros(others)]++;
        }
      }
    }
    return pairs;
  }

  /**
   * The new number of each partition.
   *
   * @param pairs [p, q] vertices that two partitions have in common, where p is less than q
   */
  static int[] of(long[] pairs, int partitions) {
    long[][] shared = new long[partitions][partitions];
    for (int p = 0; p < partitions; p++) {
      for (int q = p + 1; q < partitions; q++) {
        shared[p][q] = pairs[p * partitions + q];
        shared[q][p] = shared[p][q];
      }
    }
    int[] numbers = new int[partitions];
    int next = 0;
    for (int p : new PartitionOrder(shared).chain()) {
      numbers[p] = next++;
    }
    return numbers;
  }

  private List<Integer> chain() {
    List<List<Integer>> chains = new ArrayList<>();
    for (int p = 0; p < shared.length; p++) {
      chains.add(List.of(p));
    }
    long[][] links = new long[shared.length][]; // between chains: sums over their partitions
    for (int p = 0; p < shared.length; p++) {
      links[p] = shared[p].clone();
    }
    while (chains.size() > 1) {
      joinClosest(chains, links);
    }
    return chains.get(0);
  }

  /** Joins two chains; the last one takes the number of the second. */
  private void joinClosest(List<List<Integer>> chains, long[][] links) {
    int first = 0;
    int second = 1;
    double most = -1;
    for (int b = 1; b < chains.size(); b++) {
      for (int a = 0; a < b; a++) {
        final double mean =
            (double) links[a][b] / ((double) chains.get(a).size() * chains.get(b).size());
        if (mean > most) {
          most = mean;
          first = a;
          second = b;
        }
      }
    }
    chains.set(first, joined(chains.get(first), chains.get(second)));
    final int last = chains.size() - 1;
    chains.set(second, chains.get(last));
    chains.remove(last);
    for (int c = 0; c <= last; c++) {
      links[first][c] += links[second][c];
      links[c][first] = links[first][c];
    }
    for (int c = 0; c <= last; c++) {
      links[second][c] = links[last][c];
      links[c][second] = links[c][last];
    }
  }

  /** The chains one behind the other, either turned if its other end is closer. */
  private List<Integer> joined(List<Integer> one, List<Integer> other) {
    List<Integer> best = List.of();
    long most = -1;
    for (int turns = 0; turns < 4; turns++) {
      List<Integer> head = (turns & 1) == 0 ? one : reversed(one);
      List<Integer> tail = (turns & 2) == 0 ? other : reversed(other);
      final long link = shared[head.get(head.size() - 1)][tail.get(0)];
      if (link > most) {
        most = link;
        best = new ArrayList<>(head);
        best.addAll(tail);
      }
    }
    return best;
  }

  private static List<Integer> reversed(List<Integer> chain) {
    List<Integer> reversed = new ArrayList<>(chain);
    Collections.reverse(reversed);
    return reversed;
  }
}
