// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.community;

import io.graphember.graph.community.CommunityTree;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * Deals communities to partitions, the largest first: each to the partition with room to which most
 * of its edges lead, the more so the more room there is (the linear penalty of Stanton, Kliot,
 * "Streaming graph partitioning for large distributed graphs", KDD 2012); one without such edges to
 * the lightest. A community for which no partition has room is dealt in its parts.
 *
 * <p>O(E) a level, O(P) a community. Used once.
 */
final class CommunityDealer {
  private static final int NOWHERE = -1;

  private final WeightedGraph graph;
  private final CommunityTree communities;
  private final long most;
  private final int[] partitionOf;
  private final long[] loads;
  private final long[] weightTo; // of one community to each partition

  /**
   * Nothing dealt.
   *
   * @param most size of a partition
   */
  CommunityDealer(WeightedGraph graph, CommunityTree communities, int partitions, long most) {
    this.graph = graph;
    this.communities = communities;
    this.most = most;
    partitionOf = new int[graph.vertices()];
    Arrays.fill(partitionOf, NOWHERE);
    loads = new long[partitions];
    weightTo = new long[partitions];
  }

  /** Partition of each vertex. */
  int[] deal(Cancellation cancellation) {
    final int top = communities.top();
    final int[] all = new int[communities.count(top)];
    Arrays.setAll(all, c -> c);
    for (int community : largestFirst(top, all)) {
      cancellation.check();
      deal(top, community);
    }
    return partitionOf;
  }

  private int[] largestFirst(int level, int[] some) {
    final long[] order = new long[some.length];
    for (int i = 0; i < some.length; i++) {
      order[i] = -Math.min(communities.size(level, some[i]), Integer.MAX_VALUE) << 32 | some[i];
    }
    Arrays.sort(order);
    final int[] sorted = new int[some.length];
    Arrays.setAll(sorted, i -> (int) order[i]);
    return sorted;
  }

  private void deal(int level, int community) {
    final long size = communities.size(level, community);
    weigh(level, community);
    final int partition = choose(size, level == 0);
    Arrays.fill(weightTo, 0);
    if (partition != NOWHERE) {
      loads[partition] += size;
      communities.forEachVertex(level, community, v -> partitionOf[v] = partition);
      return;
    }
    final int first = communities.firstPart(level, community);
    final int[] parts = new int[communities.firstPart(level, community + 1) - first];
    Arrays.setAll(parts, i -> communities.part(level, first + i));
    for (int part : parts.length == 1 ? parts : largestFirst(level - 1, parts)) {
      deal(level - 1, part);
    }
  }

  private void weigh(int level, int community) {
    communities.forEachVertex(
        level,
        community,
        v -> {
          for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            final int partition = partitionOf[graph.neighbors()[i]];
            if (partition != NOWHERE) {
              weightTo[partition] += graph.edgeWeights()[i];
            }
          }
        });
  }

  /** The best partition with room, or nowhere; a vertex goes to the lightest then. */
  private int choose(long size, boolean vertex) {
    int lightest = 0;
    int best = NOWHERE;
    double bestScore = 0;
    for (int p = 0; p < loads.length; p++) {
      lightest = loads[p] < loads[lightest] ? p : lightest;
      final double score = weightTo[p] * (1 - (double) loads[p] / most);
      if (loads[p] + size <= most && score > bestScore) {
        best = p;
        bestScore = score;
      }
    }
    if (best != NOWHERE) {
      return best;
    }
    return vertex || loads[lightest] + size <= most ? lightest : NOWHERE;
  }
}
