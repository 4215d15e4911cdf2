// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.AlignedInts;
import io.graphember.memory.StoredBytes;

/**
 * Neighbour lists as {@link CompressedLists}: a list is read from its start, so that reading one
 * neighbour costs O(its position).
 */
final class CompressedAdjacency implements Adjacency {
  private final AlignedInts offsets; // empty if edges carry nothing
  private final AlignedInts starts; // relative to the first byte of the lists
  private final StoredBytes bytes;
  private final long listStart;
  private final int edges;

  /**
   * Lists in bytes that are there already.
   *
   * @param bytes holds the lists from {@code listStart} on
   * @param edges number of all neighbours
   */
  CompressedAdjacency(
      AlignedInts offsets, AlignedInts starts, StoredBytes bytes, long listStart, int edges) {
    this.offsets = offsets;
    this.starts = starts;
    this.bytes = bytes;
    this.listStart = listStart;
    this.edges = edges;
  }

  private NeighborCursor cursor() {
    return new NeighborCursor(bytes, starts.size() - 1);
  }

  /** Moves to the list of a vertex; its degree. */
  private int moveTo(NeighborCursor cursor, int vertex) {
    final int start = starts.get(vertex);
    return start == starts.get(vertex + 1) ? 0 : cursor.moveTo(listStart + start);
  }

  @Override
  public int degree(int vertex) {
    return moveTo(cursor(), vertex);
  }

  @Override
  public void degrees(int[] vertices, int from, int to, int[] target) {
    NeighborCursor cursor = cursor();
    for (int i = from; i < to; i++) {
      target[i] = moveTo(cursor, vertices[i]);
    }
  }

  @Override
  public int first(int vertex) {
    if (offsets.size() == 0) {
      throw new UnsupportedOperationException("edges that carry nothing have no numbers here");
    }
    return offsets.get(vertex);
  }

  @Override
  public int copy(int vertex, int[] target, int at) {
    NeighborCursor cursor = cursor();
    final int degree = moveTo(cursor, vertex);
    cursor.read(target, at, degree);
    return degree;
  }

  @Override
  public void contains(
      int[] vertices, int[] froms, int[] tos, int[] neighbors, int count, boolean[] found) {
    NeighborCursor cursor = cursor();
    for (int i = 0; i < count; i++) {
      moveTo(cursor, vertices[i]);
      found[i] = false;
      for (int j = 0; j < tos[i]; j++) {
        found[i] |= cursor.next() == neighbors[i] && j >= froms[i];
      }
    }
  }

  @Override
  public void gather(int[] vertices, int[] counts, int size, int[] positions) {
    NeighborCursor cursor = cursor();
    int[] list = new int[64];
    int at = 0;
    for (int i = 0; i < size; i++) {
      final int end = at + counts[i];
      final int needed = needed(positions, at, end);
      if (needed > list.length) {
        list = new int[Math.max(needed, 2 * list.length)];
      }
      moveTo(cursor, vertices[i]);
      cursor.read(list, 0, needed);
      for (; at < end; at++) {
        positions[at] = list[positions[at]];
      }
    }
  }

  private static int needed(int[] positions, int from, int to) {
    int needed = 0;
    for (int i = from; i < to; i++) {
      needed = Math.max(needed, positions[i] + 1);
    }
    return needed;
  }

  /** True if no reader is led outside: every list ends where the next one starts. */
  boolean consistent(int listBytes) {
    final int vertices = starts.size() - 1;
    if (!Ascending.to(listBytes, starts) || offsets.size() > 0 && !Ascending.to(edges, offsets)) {
      return false;
    }
    NeighborCursor cursor = cursor();
    long total = 0;
    for (int v = 0; v < vertices; v++) {
      final long end = listStart + starts.get(v + 1);
      final int degree = moveTo(cursor, v);
      if (offsets.size() > 0 && degree != offsets.get(v + 1) - offsets.get(v)) {
        return false;
      }
      for (int i = 0; i < degree; i++) {
        if (cursor.position() > end || cursor.next() >= vertices) {
          return false;
        }
      }
      if (degree > 0 && cursor.position() != end) {
        return false;
      }
      total += degree;
    }
    return total == edges;
  }
}
