// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.AlignedInts;
import java.util.Arrays;

/**
 * Neighbour lists in compressed sparse rows: offsets and neighbours, both read where they lie. For
 * hot loops of their own, callers may take the two columns: first both ends of some hundred lists
 * by {@link #bounds}, then the neighbours as {@link AlignedInts} shows. Visited like that, the
 * lists are as fast as plain arrays.
 */
public final class CompactAdjacency implements Adjacency {
  /** Vertices whose starts are read at once: they stay in the nearest cache. */
  private static final int STAGE = 512;

  private final AlignedInts offsets; // first edge of each vertex, and the end
  private final AlignedInts neighbors;

  CompactAdjacency(AlignedInts offsets, AlignedInts neighbors) {
    this.offsets = offsets;
    this.neighbors = neighbors;
  }

  /** Local number of the other end of each edge. */
  public AlignedInts neighbors() {
    return neighbors;
  }

  /**
   * Where the lists of many vertices begin and end in {@link #neighbors()}.
   *
   * @param vertices local numbers
   * @param from first vertex that is asked for
   * @param to end of those that are asked for
   * @param firsts receives the first edge of {@code vertices[i]} at i
   * @param ends receives the end of its edges
   */
  public void bounds(int[] vertices, int from, int to, int[] firsts, int[] ends) {
    offsets.getPairs(vertices, from, to, firsts, ends);
  }

  @Override
  public int degree(int vertex) {
    return offsets.get(vertex + 1) - offsets.get(vertex);
  }

  @Override
  public void degrees(int[] vertices, int from, int to, int[] target) {
    offsets.getDifferences(vertices, from, to, target);
  }

  @Override
  public int first(int vertex) {
    return offsets.get(vertex);
  }

  @Override
  public int copy(int vertex, int[] target, int at) {
    final int first = offsets.get(vertex);
    final int end = offsets.get(vertex + 1);
    neighbors.copy(first, end, target, at);
    return end - first;
  }

  @Override
  public void contains(
      int[] vertices, int[] froms, int[] tos, int[] neighbors, int count, boolean[] found) {
    int[] places = Arrays.copyOf(vertices, count);
    offsets.gather(places, count);
    int[] sizes = new int[count];
    for (int i = 0; i < count; i++) {
      places[i] += froms[i];
      sizes[i] = tos[i] - froms[i];
    }
    this.neighbors.find(neighbors, places, sizes, count);
    for (int i = 0; i < count; i++) {
      found[i] = places[i] >= 0;
    }
  }

  /** In stages, so that the misses of one stage do not wait for those of another. */
  @Override
  public void gather(int[] vertices, int[] counts, int size, int[] positions) {
    int[] starts = new int[Math.min(size, STAGE)];
    int edges = 0;
    for (int first = 0; first < size; first += STAGE) {
      final int stage = Math.min(STAGE, size - first);
      System.arraycopy(vertices, first, starts, 0, stage);
      offsets.gather(starts, stage);
      edges = addStarts(starts, counts, first, stage, positions, edges);
    }
    neighbors.gather(positions, edges);
  }

  /** Adds the starts of a stage's lists to its positions; where those of the next one begin. */
  private static int addStarts(
      int[] starts, int[] counts, int first, int stage, int[] positions, int edges) {
    int at = edges;
    for (int i = 0; i < stage; i++) {
      final int start = starts[i];
      for (int end = at + counts[first + i]; at < end; at++) {
        positions[at] += start;
      }
    }
    return at;
  }

  /** True if no reader is led outside. */
  boolean consistent() {
    final int vertices = offsets.size() - 1;
    boolean good = Ascending.to(neighbors.size(), offsets);
    for (int e = 0; e < neighbors.size(); e++) {
      final int neighbor = neighbors.get(e);
      good &= neighbor >= 0 && neighbor < vertices;
    }
    return good;
  }
}
