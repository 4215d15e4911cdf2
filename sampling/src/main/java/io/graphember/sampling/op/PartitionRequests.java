// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.array.IntArray;
import io.graphember.sampling.batch.LocalEdges;
import java.util.Arrays;

/** What a hop asks one partition for, and where its edges go in the block. */
public final class PartitionRequests {
  final boolean resident;
  public int size; // of the four columns
  int[] vertices = new int[64];
  public int[] counts = new int[64]; // edges of each vertex
  public int[] slots = new int[64]; // first edge of each vertex in the block
  private int[] asked = new int[64]; // edges of each vertex, whole lists marked
  public final IntArray positions = new IntArray(256); // in the vertices' local lists

  /**
   * Of one partition.
   *
   * @param resident true if it lies in this process, where positions are taken as they are
   */
  PartitionRequests(boolean resident) {
    this.resident = resident;
  }

  void clear() {
    size = 0;
    positions.size = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Asks for the whole list of a vertex. */
  void addAll(int vertex, int degree, int slot) {
    add(vertex, degree, slot, GatherRequest.ALL);
    if (!resident) {
      return;
    }
    positions.reserve(degree);
    final int[] values = positions.values;
    final int first = positions.size;
    for (int i = 0; i < degree; i++) {
      values[first + i] = i;
    }
    positions.size = first + degree;
  }

  /** Positions of the vertex were appended before. */
  public void add(int vertex, int count, int slot) {
    add(vertex, count, slot, count);
  }

  private void add(int vertex, int count, int slot, int marked) {
    final int at = size;
    if (at == vertices.length) {
      grow();
    }
    vertices[at] = vertex;
    counts[at] = count;
    slots[at] = slot;
    asked[at] = marked;
    size = at + 1;
  }

  private void grow() {
    final int room = 2 * size;
    vertices = Arrays.copyOf(vertices, room);
    counts = Arrays.copyOf(counts, room);
    slots = Arrays.copyOf(slots, room);
    asked = Arrays.copyOf(asked, room);
  }

  /** What is asked for, between the gather and the numbering. */
  LocalEdges lists() {
    int[] places = positions.toArray();
    return new LocalEdges(
        Arrays.copyOf(vertices, size),
        Arrays.copyOf(counts, size),
        Arrays.copyOf(slots, size),
        Arrays.copyOf(asked, size),
        resident ? new int[0] : places,
        resident ? places : new int[0]);
  }

  /** The request to a partition elsewhere. */
  GatherRequest toRequest(int partition, Direction direction, Details details) {
    return new GatherRequest(
        partition,
        direction,
        Arrays.copyOf(vertices, size),
        Arrays.copyOf(asked, size),
        positions.toArray(),
        details);
  }
}
