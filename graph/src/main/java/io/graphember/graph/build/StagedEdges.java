// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.store.EdgeData;
import io.graphember.ingest.EdgePiece;
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
  private final PartitionRanges ranges = new PartitionRanges();
  private final StagedValues values;

  StagedEdges(StagedValues values) {
    this.values = values;
  }

  /** Appends an edge of a piece, and what it carries. */
  void add(EdgePiece piece, int edge, int source, int destination) {
    addEnds(piece.type(), source, destination);
    values.add(piece, edge);
  }

  /** Appends an edge of the base version's next partition, and what it carries. */
  void addStored(int type, int source, int destination, EdgeData data, int edge) {
    addEnds(type, source, destination);
    values.add(data, edge);
  }

  /** The next stored edge is of the next partition. */
  void endPartition() {
    ranges.add((int) sources.size());
  }

  /** Partition of each edge of the base version. */
  PartitionRanges ranges() {
    return ranges;
  }

  private void addEnds(int type, int source, int destination) {
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

  /** What the edges carry. */
  StagedValues values() {
    return values;
  }

  /** Bytes of the ends of so many edges at least. */
  static long bytes(long edges) {
    return 8 * edges;
  }

  /** Bytes of heap taken. */
  long bytes() {
    return 8 * size() + 2 * IntColumn.CHUNK_BYTES + RUN_BYTES * runTypes.size + values.bytes();
  }

  /** Forgets the ends of the edges and their memory; what they carry stays. */
  void clear() {
    sources.clear();
    destinations.clear();
    runStarts.size = 0;
    runTypes.size = 0;
  }
}
