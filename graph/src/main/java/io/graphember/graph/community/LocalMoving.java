// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.community;

import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * The first phase of the Louvain method: every vertex begins as a community of its own; one after
 * the other moves to the community of a neighbour that raises modularity most, as long as one
 * moves. Vertices are visited in a random order; later on only those whose neighbours have moved
 * (Traag, Waltman, van Eck, "From Louvain to Leiden", Sci. Rep. 9, 2019, fast local move).
 *
 * <p>28 bytes a vertex and 12 a community. Used by one thread.
 */
final class LocalMoving {
  private static final int VISITS_BETWEEN_CHECKS = 1 << 12;

  private final CommunityGraph graph;
  private final long[] sizes; // of vertices
  private final long most; // size of a community
  private final double resolution;
  private final double total; // 2 m
  private final double least; // gain of a move, in units of weight: more than sums are wrong
  private final int[] communityOf;
  private final long[] strengths; // tot of each community
  private final long[] communitySizes;
  private final long[] weightTo; // of one vertex to each community
  private final int[] met; // communities to which it has weight
  private int metCount;

  /**
   * Every vertex alone.
   *
   * @param sizes of the vertices
   * @param most size of a community, at most; a vertex may be larger
   */
  LocalMoving(CommunityGraph graph, long[] sizes, long most, double resolution) {
    this.graph = graph;
    this.sizes = sizes;
    this.most = most;
    this.resolution = resolution;
    total = graph.total();
    least = 1e-9 + 1e-12 * total;
    communityOf = new int[graph.vertices()];
    Arrays.setAll(communityOf, v -> v);
    strengths = new long[communityOf.length];
    Arrays.setAll(strengths, graph::strength);
    communitySizes = sizes.clone();
    weightTo = new long[communityOf.length];
    met = new int[communityOf.length];
  }

  /** Moves vertices until none gains. */
  void run(long key, Cancellation cancellation) {
    final int[] queue = order(key);
    final boolean[] waits = new boolean[queue.length];
    Arrays.fill(waits, true);
    int head = 0;
    long waiting = queue.length;
    for (long visit = 0; waiting > 0; visit++) {
      if (visit % VISITS_BETWEEN_CHECKS == 0) {
        cancellation.check();
      }
      final int v = queue[head];
      head = head + 1 == queue.length ? 0 : head + 1;
      waiting--;
      waits[v] = false;
      final int to = best(v);
      if (to == communityOf[v]) {
        continue;
      }
      move(v, to);
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        final int other = graph.neighbors()[i];
        if (!waits[other] && communityOf[other] != to) {
          waits[other] = true;
          queue[(int) ((head + waiting++) % queue.length)] = other;
        }
      }
    }
  }

  private static int[] order(long key, int vertices) {
    final int[] order = new int[vertices];
    for (int i = 0; i < vertices; i++) { // Fisher-Yates, from the inside
      final int j = CounterRandom.bounded(CounterRandom.bits(key, i), i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private int[] order(long key) {
    return order(key, graph.vertices());
  }

  /** The community to which a vertex goes: its own if it gains nowhere. */
  private int best(int vertex) {
    weigh(vertex);
    final int own = communityOf[vertex];
    final long strength = graph.strength(vertex);
    final double stays = score(own, strength, strengths[own] - strength);
    int best = own;
    double bestScore = stays + least;
    for (int i = 0; i < metCount; i++) {
      final int community = met[i];
      if (community != own && communitySizes[community] + sizes[vertex] <= most) {
        final double score = score(community, strength, strengths[community]);
        if (score > bestScore || score == bestScore && best != own && community < best) {
          bestScore = score;
          best = community;
        }
      }
    }
    forget();
    return best;
  }

  private double score(int community, long strength, long others) {
    return weightTo[community] - resolution * strength * others / total;
  }

  /** How much modularity changes if a vertex moves. */
  double gain(int vertex, int to) {
    final int own = communityOf[vertex];
    if (to == own) {
      return 0;
    }
    weigh(vertex);
    final long strength = graph.strength(vertex);
    final double gain =
        score(to, strength, strengths[to]) - score(own, strength, strengths[own] - strength);
    forget();
    return 2 * gain / total;
  }

  void move(int vertex, int to) {
    final int from = communityOf[vertex];
    final long strength = graph.strength(vertex);
    strengths[from] -= strength;
    strengths[to] += strength;
    communitySizes[from] -= sizes[vertex];
    communitySizes[to] += sizes[vertex];
    communityOf[vertex] = to;
  }

  private void weigh(int vertex) {
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      final int community = communityOf[graph.neighbors()[i]];
      if (weightTo[community] == 0) {
        met[metCount++] = community;
      }
      weightTo[community] += graph.weights()[i];
    }
  }

  private void forget() {
    for (int i = 0; i < metCount; i++) {
      weightTo[met[i]] = 0;
    }
    metCount = 0;
  }

  /** The community of each vertex; not to be changed. */
  int[] communityOf() {
    return communityOf;
  }
}
