// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * The apply half of sampling by ranks: asks every partition that has edges of a vertex, and takes
 * the first k of what they propose together. Ties are broken by partition. Of one rule of one hop.
 */
final class Proposals {
  private final Frontier frontier;
  private final long[] times;
  private final ExcludedEdges excluded;
  private final IntArray[] vertices;
  private final LongArray[] streams;
  private final LongArray[] limits;
  private final IntArray[] excludedOffsets;
  private final LongArray[] excludedVids;
  private long[] ranks = new long[64];

  /** Takes an edge that a partition proposed. */
  @FunctionalInterface
  interface Take {
    /** Takes edge {@code e} of partition {@code p} for a destination. */
    void take(int p, int destination, int e);
  }

  /**
   * Without a question yet.
   *
   * @param times time of each context of the frontier; empty for none
   */
  Proposals(Frontier frontier, long[] times, ExcludedEdges excluded, int partitions) {
    this.frontier = frontier;
    this.times = times;
    this.excluded = excluded;
    vertices = new IntArray[partitions];
    streams = new LongArray[partitions];
    limits = new LongArray[partitions];
    excludedOffsets = new IntArray[partitions];
    excludedVids = new LongArray[partitions];
    for (int p = 0; p < partitions; p++) {
      vertices[p] = new IntArray(64);
      streams[p] = new LongArray(64);
      limits[p] = new LongArray(8);
      excludedOffsets[p] = new IntArray(8);
      excludedVids[p] = new LongArray(8);
    }
  }

  /** Asks about the first vertices of the frontier. */
  void ask(int destinations, long key) {
    for (int i = 0; i < destinations; i++) {
      final long vid = frontier.vids.values[i];
      final long stream = CounterRandom.mix(key + vid * CounterRandom.GOLDEN);
      final int first = frontier.routeStarts.values[i];
      for (int r = first; r < first + frontier.routeCounts.values[i]; r++) {
        final long place = frontier.routes.places.values[r];
        ask(Routes.partition(place), Routes.local(place), i, vid, stream);
      }
    }
  }

  private void ask(int p, int local, int destination, long vid, long stream) {
    vertices[p].add(local);
    streams[p].add(stream);
    if (times.length > 0) {
      limits[p].add(times[frontier.contexts.values[destination]]);
    }
    if (!excluded.isEmpty()) {
      excludedOffsets[p].add(excludedVids[p].size);
      for (int e = excluded.first(vid); e < excluded.end(vid); e++) {
        excludedVids[p].add(excluded.others()[e]);
      }
    }
  }

  /** The question to a partition. */
  RankRequest request(int p, EdgeRule rule, Direction described, boolean withRoutes) {
    if (!excluded.isEmpty()) {
      excludedOffsets[p].add(excludedVids[p].size);
    }
    return new RankRequest(
        p,
        rule,
        described,
        vertices[p].toArray(),
        streams[p].toArray(),
        limits[p].toArray(),
        excludedOffsets[p].toArray(),
        excludedVids[p].toArray(),
        withRoutes);
  }

  /**
   * Takes the first k of each destination.
   *
   * @param ranked what each partition proposes, in the order in which it was asked
   * @param fanout k, or {@link UniformNeighbors#ALL}
   */
  void select(RankedEdges[] ranked, int fanout, int destinations, Take take) {
    int[] asked = new int[ranked.length]; // vertices of each partition that are done
    int[] edges = new int[ranked.length]; // edges of each partition that are done
    for (int i = 0; i < destinations; i++) {
      final int first = frontier.routeStarts.values[i];
      final int end = first + frontier.routeCounts.values[i];
      final int proposed = collect(ranked, asked, edges, first, end);
      final boolean all = fanout == UniformNeighbors.ALL || proposed <= fanout;
      long bound = Long.MAX_VALUE;
      int ties = 0; // of those that equal the bound
      if (!all && fanout > 0) {
        Arrays.sort(ranks, 0, proposed);
        bound = ranks[fanout - 1];
        for (int j = fanout - 1; j >= 0 && ranks[j] == bound; j--) {
          ties++;
        }
      }
      for (int r = first; r < end; r++) {
        final int p = Routes.partition(frontier.routes.places.values[r]);
        final int count = ranked[p].counts.values[asked[p]++];
        for (int e = edges[p]; e < edges[p] + count; e++) {
          final long rank = ranked[p].ranks.values[e];
          if (all || fanout > 0 && (rank < bound || rank == bound && ties-- > 0)) {
            take.take(p, i, e);
          }
        }
        edges[p] += count;
      }
    }
  }

  /** The ranks that were proposed for a destination; how many. */
  private int collect(RankedEdges[] ranked, int[] asked, int[] edges, int first, int end) {
    int proposed = 0;
    for (int r = first; r < end; r++) {
      final int p = Routes.partition(frontier.routes.places.values[r]);
      final int count = ranked[p].counts.values[asked[p]];
      if (proposed + count > ranks.length) {
        ranks = Arrays.copyOf(ranks, 2 * (proposed + count));
      }
      System.arraycopy(ranked[p].ranks.values, edges[p], ranks, proposed, count);
      proposed += count;
    }
    return proposed;
  }
}
