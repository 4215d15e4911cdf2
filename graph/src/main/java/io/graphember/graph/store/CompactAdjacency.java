// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.AlignedInts;

/**
 * Neighbour lists in compressed sparse rows: offsets and neighbours, both read where they lie. For
 * hot loops of their own, callers may take the two columns.
 */
public final class CompactAdjacency implements Adjacency {
  private final AlignedInts offsets;
  private final AlignedInts neighbors;

  CompactAdjacency(AlignedInts offsets, AlignedInts neighbors) {
    this.offsets = offsets;
    this.neighbors = neighbors;
  }

  /** First edge of each vertex, and the end. */
  public AlignedInts offsets() {
    return offsets;
  }

  /** Local number of the other end of each edge. */
  public AlignedInts neighbors() {
    return neighbors;
  }

  @Override
  public int degree(int vertex) {
    return offsets.get(vertex + 1) - offsets.get(vertex);
  }

  @Override
  public void degrees(int[] vertices, int[] target) {
    for (int i = 0; i < vertices.length; i++) {
      target[i] = degree(vertices[i]);
    }
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

  /** In stages, so that the misses of one stage do not wait for those of another. */
  @Override
  public void gather(int[] vertices, int[] counts, int[] positions) {
    int[] starts = vertices.clone();
    offsets.gather(starts);
    addStarts(starts, counts, positions);
    neighbors.gather(positions);
  }

  private static void addStarts(int[] starts, int[] counts, int[] positions) {
    int at = 0;
    for (int i = 0; i < starts.length; i++) {
      final int start = starts[i];
      for (int end = at + counts[i]; at < end; at++) {
        positions[at] += start;
      }
    }
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
