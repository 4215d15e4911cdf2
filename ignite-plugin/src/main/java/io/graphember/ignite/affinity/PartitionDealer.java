// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.affinity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Deals partitions to nodes by weight, with few moves when a node joins or leaves.
 *
 * <p>Heaviest first, a partition stays where it was unless that node would hold more than its share
 * plus half the heaviest partition; the rest goes to the node with the least. What nobody held is
 * dealt in runs of partitions next to one another, since trainers have vertices next to one
 * another. No node is left without a partition while another has two. O(P (log P + N)). Pure: the
 * same arguments give the same answer on every node.
 *
 * <p>What was dealt is not dealt again while the nodes are the same: Ignite asks in every exchange,
 * also when a cache is created, and its exchange worker ends if partitions move in one that moves
 * none.
 */
final class PartitionDealer {
  private final long[] weights;
  private final int nodes;
  private final int copies;
  private final long cap; // of what stays
  private final long most; // of what is dealt: the lightest node has no more than its share before

  /**
   * A dealer.
   *
   * @param weights weight of each partition, positive
   * @param nodes number of nodes, positive
   * @param copies copies of a partition, the primary included; no more than nodes are made
   */
  PartitionDealer(long[] weights, int nodes, int copies) {
    this.weights = weights;
    this.nodes = nodes;
    this.copies = Math.min(copies, nodes);
    long total = Arrays.stream(weights).sum();
    long heaviest = Arrays.stream(weights).max().orElse(0);
    this.cap = (total + nodes - 1) / nodes + heaviest / 2;
    this.most = (total + nodes - 1) / nodes + heaviest;
  }

  /**
   * Deals.
   *
   * @param previous nodes that held each partition, primary first; those that are gone left out
   * @return nodes that hold each partition, primary first
   */
  List<List<Integer>> deal(List<List<Integer>> previous) {
    if (isDealt(previous)) {
      return previous;
    }
    int[] primaries = dealPrimaries(previous);
    List<List<Integer>> dealt = new ArrayList<>();
    for (int primary : primaries) {
      dealt.add(new ArrayList<>(List.of(primary)));
    }
    for (int copy = 1; copy < copies; copy++) {
      dealBackups(previous, dealt);
    }
    return dealt;
  }

  /** True of whatever was dealt to these nodes: all copies are there, and in balance. */
  private boolean isDealt(List<List<Integer>> previous) {
    long[] loads = new long[nodes];
    int[] counts = new int[nodes];
    for (int p = 0; p < weights.length; p++) {
      if (previous.get(p).size() != copies) {
        return false;
      }
      loads[previous.get(p).get(0)] += weights[p];
      counts[previous.get(p).get(0)]++;
    }
    final boolean idle = Arrays.stream(counts).anyMatch(count -> count == 0);
    return Arrays.stream(loads).allMatch(load -> load <= most)
        && !(idle && Arrays.stream(counts).anyMatch(count -> count > 1));
  }

  private int[] dealPrimaries(List<List<Integer>> previous) {
    int[] primaries = new int[weights.length];
    Arrays.fill(primaries, -1);
    final int[] order = heaviestFirst();
    if (previous.stream().allMatch(List::isEmpty)) {
      dealRuns(primaries);
      fillEmptyNodes(primaries, order);
      return primaries;
    }
    long[] loads = new long[nodes];
    for (int p : order) {
      for (int node : previous.get(p)) {
        if (loads[node] + weights[p] <= cap) {
          primaries[p] = node;
          loads[node] += weights[p];
          break;
        }
      }
    }
    for (int p : order) {
      if (primaries[p] < 0) {
        primaries[p] = lightest(loads, List.of());
        loads[primaries[p]] += weights[p];
      }
    }
    fillEmptyNodes(primaries, order);
    return primaries;
  }

  /** Each node gets the partitions whose middle lies in its share of all weights. */
  private void dealRuns(int[] primaries) {
    final double total = Arrays.stream(weights).sum();
    long before = 0;
    for (int p = 0; p < weights.length; p++) {
      primaries[p] = Math.min(nodes - 1, (int) ((before + weights[p] / 2.0) / total * nodes));
      before += weights[p];
    }
  }

  private void fillEmptyNodes(int[] primaries, int[] order) {
    int[] counts = new int[nodes];
    for (int primary : primaries) {
      counts[primary]++;
    }
    for (int node = 0; node < nodes; node++) {
      // Lightest first, from whoever has two or more.
      for (int i = order.length - 1; i >= 0 && counts[node] == 0; i--) {
        int owner = primaries[order[i]];
        if (counts[owner] > 1) {
          counts[owner]--;
          counts[node]++;
          primaries[order[i]] = node;
        }
      }
    }
  }

  private void dealBackups(List<List<Integer>> previous, List<List<Integer>> dealt) {
    long[] loads = new long[nodes];
    int[] order = heaviestFirst();
    for (int p : order) {
      int chosen = -1;
      for (int node : previous.get(p)) {
        if (!dealt.get(p).contains(node) && loads[node] + weights[p] <= cap) {
          chosen = node;
          break;
        }
      }
      if (chosen < 0) {
        chosen = lightest(loads, dealt.get(p));
      }
      loads[chosen] += weights[p];
      dealt.get(p).add(chosen);
    }
  }

  private int lightest(long[] loads, List<Integer> excluded) {
    int best = -1;
    for (int node = 0; node < nodes; node++) {
      if (!excluded.contains(node) && (best < 0 || loads[node] < loads[best])) {
        best = node;
      }
    }
    return best;
  }

  private int[] heaviestFirst() {
    List<Integer> order = new ArrayList<>();
    for (int p = 0; p < weights.length; p++) {
      order.add(p);
    }
    order.sort(Comparator.comparingLong((Integer p) -> weights[p]).reversed());
    return order.stream().mapToInt(Integer::intValue).toArray();
  }
}
