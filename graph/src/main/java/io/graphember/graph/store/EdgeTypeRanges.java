// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.PackedInts;

/**
 * Which edges of a vertex are of which type, in one direction: for each type that the vertex has,
 * how many edges of this type and those before there are (GLISP, section III-C). No edge has its
 * type written down; O(log types) finds it. Immutable; safe for any thread.
 */
public final class EdgeTypeRanges {
  private final Adjacency adjacency;
  private final PackedInts offsets; // all empty if the graph has one type
  private final PackedInts types;
  private final PackedInts ends;

  EdgeTypeRanges(Adjacency adjacency, PackedInts offsets, PackedInts types, PackedInts ends) {
    this.adjacency = adjacency;
    this.offsets = offsets;
    this.types = types;
    this.ends = ends;
  }

  /** Type of the edge at a position, {@code 0 .. degree - 1}, in the list of a vertex. */
  public int type(int vertex, int position) {
    if (offsets.size() == 0) {
      return 0;
    }
    int low = offsets.get(vertex);
    int high = offsets.get(vertex + 1) - 1;
    while (low < high) { // the first range that ends behind the position
      int middle = (low + high) >>> 1;
      if (ends.get(middle) > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return types.get(low);
  }

  /** Position of the first edge of a type in the list of a vertex; {@link #end} if it has none. */
  public int start(int vertex, int type) {
    if (offsets.size() == 0) {
      return 0;
    }
    final int range = range(vertex, type);
    return range == offsets.get(vertex) ? 0 : ends.get(range - 1);
  }

  /** Position behind the last edge of a type in the list of a vertex. */
  public int end(int vertex, int type) {
    if (offsets.size() == 0) {
      return adjacency.degree(vertex);
    }
    final int range = range(vertex, type);
    final boolean has = range < offsets.get(vertex + 1) && types.get(range) == type;
    return has ? ends.get(range) : start(vertex, type);
  }

  /**
   * Positions of the edges of a type in the list of a vertex, {@link #start} in the upper half and
   * {@link #end} in the lower one: in half the time that both take.
   */
  public long positions(int vertex, int type) {
    if (offsets.size() == 0) {
      return adjacency.degree(vertex);
    }
    final int range = range(vertex, type);
    final int start = range == offsets.get(vertex) ? 0 : ends.get(range - 1);
    final boolean has = range < offsets.get(vertex + 1) && types.get(range) == type;
    return (long) start << 32 | (has ? ends.get(range) : start);
  }

  /** A bit for each type that a vertex has edges of, at its number modulo 64. */
  public long present(int vertex) {
    if (offsets.size() == 0) {
      return adjacency.degree(vertex) == 0 ? 0 : 1;
    }
    long present = 0;
    for (int range = offsets.get(vertex); range < offsets.get(vertex + 1); range++) {
      present |= 1L << types.get(range);
    }
    return present;
  }

  /** The first range of a vertex of this type or a later one. */
  private int range(int vertex, int type) {
    int low = offsets.get(vertex);
    int high = offsets.get(vertex + 1);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (types.get(middle) < type) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** True if ranges are in order, of types that exist, and cover the list of every vertex. */
  boolean consistent(int vertices, int edgeTypes) {
    if (offsets.size() == 0) {
      return true;
    }
    if (!Ascending.to(types.size(), offsets)) {
      return false;
    }
    boolean good = true;
    for (int v = 0; v < vertices; v++) {
      int type = -1;
      int end = 0;
      for (int r = offsets.get(v); r < offsets.get(v + 1); r++) {
        good &= types.get(r) > type && types.get(r) < edgeTypes && ends.get(r) > end;
        type = types.get(r);
        end = ends.get(r);
      }
      good &= end == adjacency.degree(v);
    }
    return good;
  }
}
