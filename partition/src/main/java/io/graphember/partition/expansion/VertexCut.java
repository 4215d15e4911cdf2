// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

/**
 * Which partition has each edge of a share's simple graph, which partitions hold each vertex, and
 * how many vertices and edges each partition has in all shares.
 *
 * <p>Up to {@value #MOST_PARTITIONS} partitions: the set of a vertex is the bits of a long.
 */
final class VertexCut {
  /** Most partitions of a cut. */
  static final int MOST_PARTITIONS = Long.SIZE;

  /** Partition of an edge that has none yet. */
  static final byte OPEN = -1;

  final SimpleGraph graph;
  final int partitions;

  /** Partitions that hold a vertex: bit p of {@code sets[vertex]}. */
  final long[] sets;

  /** Partition of each edge by its number in the stream, or {@link #OPEN}. */
  final byte[] assigned;

  /** V_p: vertices in each partition. */
  final long[] vertices;

  /** E_p: edges in each partition. */
  final long[] edges;

  VertexCut(SimpleGraph graph, long[] sets, byte[] assigned, long[] vertices, long[] edges) {
    this.graph = graph;
    this.partitions = vertices.length;
    this.sets = sets;
    this.assigned = assigned;
    this.vertices = vertices;
    this.edges = edges;
  }

  /** Puts a vertex into a partition; does nothing if it is there. */
  void join(int vertex, int partition) {
    long bit = 1L << partition;
    if ((sets[vertex] & bit) == 0) {
      sets[vertex] |= bit;
      vertices[partition]++;
    }
  }

  /** Takes a vertex out of a partition that holds it. */
  void leave(int vertex, int partition) {
    sets[vertex] &= ~(1L << partition);
    vertices[partition]--;
  }

  /** Puts a vertex into these partitions and no others. */
  void replace(int vertex, long set) {
    final long before = sets[vertex];
    for (long rest = before & ~set; rest != 0; rest &= rest - 1) {
      vertices[Long.numberOfTrailingZeros(rest)]--;
    }
    for (long rest = set & ~before; rest != 0; rest &= rest - 1) {
      vertices[Long.numberOfTrailingZeros(rest)]++;
    }
    sets[vertex] = set;
  }

  static double mean(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return (double) sum / counts.length;
  }

  /** Largest count over the smallest; infinite if one is zero. */
  static double balance(long[] counts) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (long count : counts) {
      least = Math.min(least, count);
      most = Math.max(most, count);
    }
    return (double) most / least;
  }
}
