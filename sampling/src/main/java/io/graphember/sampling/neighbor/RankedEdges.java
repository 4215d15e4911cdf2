// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;

/** Edges that a partition proposes: of each vertex the first by rank, in any order. */
final class RankedEdges {
  final IntArray counts = new IntArray(64); // edges of each vertex
  final IntArray positions = new IntArray(256); // in the vertices' lists; of a partition here
  final IntArray neighbors = new IntArray(256); // rows of a table; of a partition elsewhere
  final IntArray edges = new IntArray(256); // numbers of the edges; of a partition elsewhere
  final LongArray ranks = new LongArray(256); // the smaller, the sooner

  void clear() {
    counts.size = 0;
    positions.size = 0;
    neighbors.size = 0;
    edges.size = 0;
    ranks.size = 0;
  }
}
