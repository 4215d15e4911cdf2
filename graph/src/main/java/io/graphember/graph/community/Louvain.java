// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.community;

import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The Louvain method (Blondel, Guillaume, Lambiotte, Lefebvre, "Fast unfolding of communities in
 * large networks", J. Stat. Mech. P10008, 2008): vertices move {@linkplain LocalMoving one by one}
 * to the community that raises {@linkplain CommunityGraph#modularity modularity} most; communities
 * become the vertices of a smaller graph, and so on until nothing moves.
 *
 * <p>What is not in the paper: communities may be kept from growing beyond a size. Then one that
 * would be larger stays in as many as it takes, each a community by the rest of the rules.
 *
 * <p>About O(E) a level, few levels; one thread. The result depends on the graph, the sizes and the
 * key alone.
 *
 * @param resolution weight of chance in modularity: above 1 gives smaller communities
 * @param most size of a community, at most; a vertex that is larger is alone
 */
public record Louvain(double resolution, long most) {
  /** Communities of any size. */
  public static final Louvain PLAIN = new Louvain(1, Long.MAX_VALUE / 2);

  /**
   * Bytes beside the graph, at most.
   *
   * @param ends ends of edges
   */
  public static long estimateBytes(long vertices, long ends) {
    return 16 * ends + 80 * vertices; // a coarse graph with its slack; scratch and the tree
  }

  /** Finds communities of vertices that all have the same size, 1. */
  public CommunityTree find(CommunityGraph graph, long key, Cancellation cancellation) {
    final long[] sizes = new long[graph.vertices()];
    Arrays.fill(sizes, 1);
    return find(graph, sizes, key, cancellation);
  }

  /**
   * Finds communities.
   *
   * @param sizes of the vertices, each 0 or more
   * @param key key of the random order in which vertices are visited
   */
  public CommunityTree find(
      CommunityGraph graph, long[] sizes, long key, Cancellation cancellation) {
    final List<int[]> levels = new ArrayList<>();
    CommunityGraph level = graph;
    long[] levelSizes = sizes;
    while (true) {
      cancellation.check();
      final LocalMoving moving = new LocalMoving(level, levelSizes, most, resolution);
      moving.run(CounterRandom.child(key, levels.size()), cancellation);
      final int[] communityOf = moving.communityOf();
      final int count = number(communityOf);
      if (count == level.vertices()) {
        return CommunityTree.of(levels, sizes);
      }
      levels.add(communityOf);
      level = level.aggregate(communityOf, count);
      final long[] coarse = new long[count];
      for (int v = 0; v < communityOf.length; v++) {
        coarse[communityOf[v]] += levelSizes[v];
      }
      levelSizes = coarse;
    }
  }

  /** Numbers communities from 0 on in the order of their first vertices; how many. */
  private static int number(int[] communityOf) {
    final int[] numbers = new int[communityOf.length];
    Arrays.fill(numbers, -1);
    int count = 0;
    for (int v = 0; v < communityOf.length; v++) {
      final int community = communityOf[v];
      if (numbers[community] < 0) {
        numbers[community] = count++;
      }
      communityOf[v] = numbers[community];
    }
    return count;
  }
}
