// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.memory.IntArray;
import io.graphember.memory.IntColumn;
import io.graphember.memory.LongArray;

/**
 * The edges of a graph as they came; ends are numbered within their vertex type. Edges of one type
 * that came one after the other are a run: types cost nothing by the edge. Used by one thread at a
 * time.
 */
final class StagedEdges {
  private static final long RUN_BYTES = 24;

  private final IntColumn sources = new IntColumn();
  private final IntColumn destinations = new IntColumn();
  private final LongArray runStarts = new LongArray(16);
  private final IntArray runTypes = new IntArray(16);

  void add(int type, int source, int destination) {
    if (runTypes.size == 0 || runTypes.values[runTypes.size - 1] != type) {
      runTypes.add(type);
      runStarts.add(sources.size());
    }
    sources.add(source);
    destinations.add(destination);
  }

  long size() {
    return sources.size();
  }

  /** Number of runs. */
  int runs() {
    return runTypes.size;
  }

  int type(int run) {
    return runTypes.values[run];
  }

  long start(int run) {
    return run == runTypes.size ? sources.size() : runStarts.values[run];
  }

  int source(long edge) {
    return sources.get(edge);
  }

  int destination(long edge) {
    return destinations.get(edge);
  }

  /** Bytes of heap taken. */
  long bytes() {
    return bytes(size()) + 2 * IntColumn.CHUNK_BYTES + RUN_BYTES * runTypes.size;
  }

  /** Bytes of so many edges at least. */
  static long bytes(long edges) {
    return 8 * edges;
  }

  /** Forgets the edges and their memory. */
  void clear() {
    sources.clear();
    destinations.clear();
    runStarts.size = 0;
    runTypes.size = 0;
  }
}
