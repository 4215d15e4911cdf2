// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.IntArray;
import io.graphember.sampling.engine.GatherRequest;

/** The request that a hop is making up for one partition, and where its edges go in the block. */
final class PartitionRequests {
  final IntArray vertices = new IntArray(64);
  final IntArray counts = new IntArray(64);
  final IntArray positions = new IntArray(256);
  final IntArray slots = new IntArray(64); // first edge of each vertex in the block
  final IntArray lengths = new IntArray(64); // edges of each vertex, for ALL too

  void clear() {
    vertices.size = 0;
    counts.size = 0;
    positions.size = 0;
    slots.size = 0;
    lengths.size = 0;
  }

  boolean isEmpty() {
    return vertices.size == 0;
  }

  void addAll(int vertex, int degree, int slot) {
    vertices.add(vertex);
    counts.add(GatherRequest.ALL);
    slots.add(slot);
    lengths.add(degree);
  }

  /** Positions of the vertex were appended before. */
  void add(int vertex, int count, int slot) {
    vertices.add(vertex);
    counts.add(count);
    slots.add(slot);
    lengths.add(count);
  }

  GatherRequest toRequest(int partition, boolean replicas) {
    return new GatherRequest(
        partition, vertices.toArray(), counts.toArray(), positions.toArray(), replicas);
  }
}
