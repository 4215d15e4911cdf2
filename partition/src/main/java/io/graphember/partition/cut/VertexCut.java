// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

/**
 * Which partition has each edge of a shard's simple graph, which partitions hold each vertex, and
 * how many vertices and edges each partition has in all shards.
 *
 * <p>Up to {@value #MOST_PARTITIONS} partitions: the set of a vertex is the bits of a long.
 */
public final class VertexCut {
  /** Most partitions of a cut. */
  public static final int MOST_PARTITIONS = Long.SIZE;

  /** Partition of an edge that has none yet. */
  public static final byte OPEN = -1;

  public final SimpleGraph graph;
  public final int partitions;

  /** Partitions that hold a vertex: bit p of {@code sets[vertex]}. */
  public final long[] sets;

  /** Partition of each edge by its number in the stream, or {@link #OPEN}. */
  public final byte[] assigned;

  /** V_p: vertices in each partition. */
  public final long[] vertices;

  /** E_p: edges in each partition. */
  public final long[] edges;

  public VertexCut(SimpleGraph graph, long[] sets, byte[] assigned, long[] vertices, long[] edges) {
    this.graph = graph;
    this.partitions = vertices.length;
    this.sets = sets;
    this.assigned = assigned;
    this.vertices = vertices;
    this.edges = edges;
  }

  /** Puts a vertex into a partition; false if it is there. */
  public boolean join(int vertex, int partition) {
    final long bit = 1L << partition;
    if ((sets[vertex] & bit) != 0) {
      return false;
    }
    sets[vertex] |= bit;
    vertices[partition]++;
    return true;
  }

  /** Takes a vertex out of a partition that holds it. */
  public void leave(int vertex, int partition) {
    sets[vertex] &= ~(1L << partition);
    vertices[partition]--;
  }

  public static double mean(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return (double) sum / counts.length;
  }

  /** Largest count over the smallest; infinite if one is zero. */
  public static double balance(long[] counts) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (long count : counts) {
      least = Math.min(least, count);
      most = Math.max(most, count);
    }
    return (double) most / least;
  }
}
