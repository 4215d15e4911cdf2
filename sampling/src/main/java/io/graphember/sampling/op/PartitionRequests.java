// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.IntArray;
import io.graphember.sampling.batch.EdgeLists;

/** What a hop asks one partition for, and where its edges go in the block. */
final class PartitionRequests {
  final boolean resident;
  final IntArray vertices = new IntArray(64);
  final IntArray counts = new IntArray(64); // edges of each vertex
  final IntArray slots = new IntArray(64); // first edge of each vertex in the block
  final IntArray positions = new IntArray(256); // in the vertices' local lists
  private final IntArray asked = new IntArray(64); // edges of each vertex, whole lists marked

  /**
   * Of one partition.
   *
   * @param resident true if it lies in this process, where positions are taken as they are
   */
  PartitionRequests(boolean resident) {
    this.resident = resident;
  }

  void clear() {
    vertices.size = 0;
    counts.size = 0;
    slots.size = 0;
    positions.size = 0;
    asked.size = 0;
  }

  boolean isEmpty() {
    return vertices.size == 0;
  }

  /** Asks for the whole list of a vertex. */
  void addAll(int vertex, int degree, int slot) {
    addCounts(vertex, degree, slot);
    asked.add(GatherRequest.ALL);
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
  void add(int vertex, int count, int slot) {
    addCounts(vertex, count, slot);
    asked.add(count);
  }

  private void addCounts(int vertex, int count, int slot) {
    vertices.add(vertex);
    counts.add(count);
    slots.add(slot);
  }

  /** What is asked for, between the gather and the numbering. */
  EdgeLists lists() {
    int[] places = positions.toArray();
    return new EdgeLists(
        vertices.toArray(),
        counts.toArray(),
        slots.toArray(),
        asked.toArray(),
        resident ? new int[0] : places,
        resident ? places : new int[0]);
  }

  /** The request to a partition elsewhere. */
  GatherRequest toRequest(int partition, Direction direction, Details details) {
    return new GatherRequest(
        partition, direction, vertices.toArray(), asked.toArray(), positions.toArray(), details);
  }
}
