// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.subgraph;

import io.graphember.memory.array.LongArray;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * How many of some subgraphs have each vertex and each edge (GraphSAINT, Zeng et al., ICLR 2020,
 * section 3.2 and algorithm 1). 8 bytes for each time that a vertex or an edge was met while it
 * counts, 12 for each that was met afterwards. Immutable; any thread.
 */
public final class SubgraphCounts {
  /**
   * Vertices and edges that are counted, at most but for those of the first subgraph: fewer
   * subgraphs are drawn where they are large.
   */
  private static final int MOST = 1 << 23;

  /** Bytes of what was met: as it comes, in order, and how often; arrays grow by half. */
  private static final long ENTRY = 40;

  private final int subgraphs;
  private final Counted vertices;
  private final Counted edges;

  private SubgraphCounts(int subgraphs, Counted vertices, Counted edges) {
    this.subgraphs = subgraphs;
    this.vertices = vertices;
    this.edges = edges;
  }

  /** Numbers in ascending order, and how often each was there. */
  private record Counted(long[] numbers, int[] counts) {
    static Counted of(LongArray all) {
      long[] sorted = all.toArray();
      Arrays.sort(sorted);
      int distinct = 0;
      int[] counts = new int[sorted.length];
      for (int i = 0; i < sorted.length; i++) {
        if (i > 0 && sorted[i] == sorted[distinct - 1]) {
          counts[distinct - 1]++;
        } else {
          counts[distinct] = 1;
          sorted[distinct++] = sorted[i];
        }
      }
      return new Counted(Arrays.copyOf(sorted, distinct), Arrays.copyOf(counts, distinct));
    }

    /** At least 1: what was not met while counting was met at most that often. */
    int count(long number) {
      final int place = Arrays.binarySearch(numbers, number);
      return place < 0 ? 1 : counts[place];
    }
  }

  /**
   * Bytes of heap that counting takes at most.
   *
   * @param subgraphs that are counted
   * @param vertices of a subgraph, at most
   * @param edges of a subgraph, at most
   */
  public static long estimateBytes(long subgraphs, long vertices, long edges) {
    final double all = (double) subgraphs * (vertices + edges);
    return subgraphs == 0 ? 0 : ENTRY * (long) Math.min(all, MOST);
  }

  /** Gives a subgraph after the other. */
  @FunctionalInterface
  public interface Subgraphs {
    /** The subgraph of a number, whose second hop has all edges. */
    EdgeNeighborhood get(int number);
  }

  /**
   * Counts.
   *
   * @param most subgraphs, 1 or more
   * @param withEdges false if nobody will ask for edges
   */
  public static SubgraphCounts of(int most, boolean withEdges, Subgraphs subgraphs) {
    LongArray vertices = new LongArray(1024);
    LongArray edges = new LongArray(1024);
    int number = 0;
    while (number < most) {
      EdgeNeighborhood subgraph = subgraphs.get(number);
      final long[] vids = subgraph.neighborhood().vids();
      SampledHop all = subgraph.neighborhood().lastHop();
      final int more = vids.length + (withEdges ? all.neighbors().length : 0);
      if (number > 0 && (long) vertices.size + edges.size + more > MOST) {
        break;
      }
      number++;
      vertices.addAll(vids, 0, vids.length);
      for (int v = 0; withEdges && v < all.destinations(); v++) {
        for (int e = all.offsets()[v]; e < all.offsets()[v + 1]; e++) {
          edges.add(edge(vids[all.neighbors()[e]], vids[v]));
        }
      }
    }
    return new SubgraphCounts(number, Counted.of(vertices), Counted.of(edges));
  }

  /** 64 bits for both ends: two edges share them once in many graphs. */
  private static long edge(long source, long destination) {
    return CounterRandom.child(destination, source);
  }

  /** One over the share of subgraphs that have a vertex. */
  public float inverseShare(long vid) {
    return (float) subgraphs / vertices.count(vid);
  }

  /** One over the share of a vertex's subgraphs that have an edge which ends there. */
  public float factor(long source, long destination) {
    return (float) vertices.count(destination) / edges.count(edge(source, destination));
  }
}
