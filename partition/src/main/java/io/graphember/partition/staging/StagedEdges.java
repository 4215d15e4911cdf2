// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.store.EdgeData;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.IntColumn;
import io.graphember.memory.array.LongArray;
import io.graphember.schema.piece.EdgePiece;

/**
 * The edges of a graph as they came; ends are numbered within their vertex type. Edges of one type
 * that came one after the other are a run: types cost nothing by the edge. Used by one thread at a
 * time.
 */
public final class StagedEdges {
  private static final long RUN_BYTES = 24;

  private final IntColumn sources = new IntColumn();
  private final IntColumn destinations = new IntColumn();
  private final LongArray runStarts = new LongArray(16);
  private final IntArray runTypes = new IntArray(16);
  private final PartitionRanges ranges = new PartitionRanges();
  private final StagedValues values;

  public StagedEdges(StagedValues values) {
    this.values = values;
  }

  /**
   * Appends edges {@code from .. to - 1} of a piece, and what they carry.
   *
   * @param from first of one or more
   * @param ends number of each edge's source, by its place in the piece
   * @param otherEnds number of each edge's destination
   */
  public void add(EdgePiece piece, int from, int to, int[] ends, int[] otherEnds) {
    addEnds(piece.type(), from, to, ends, otherEnds);
    if (!values.attributes().none()) {
      for (int edge = from; edge < to; edge++) {
        values.add(piece, edge);
      }
    }
  }

  /**
   * Appends edges of one type of the base version's next partition, and what they carry.
   *
   * @param from first of one or more
   * @param ends number of each edge's source
   * @param otherEnds number of each edge's destination
   * @param stored number of each edge in the partition
   */
  public void addStored(
      int type, int from, int to, int[] ends, int[] otherEnds, int[] stored, EdgeData data) {
    addEnds(type, from, to, ends, otherEnds);
    for (int edge = from; edge < to; edge++) {
      values.add(data, stored[edge]);
    }
  }

  /** The next stored edge is of the next partition. */
  public void endPartition() {
    ranges.add((int) sources.size());
  }

  /** Partition of each edge of the base version. */
  PartitionRanges ranges() {
    return ranges;
  }

  /** A run has one type, and is of the base version or of pieces as a whole. */
  void addEnds(int type, int from, int to, int[] ends, int[] otherEnds) {
    if (runTypes.size == 0
        || runTypes.values[runTypes.size - 1] != type
        || sources.size() == ranges.total()) {
      runTypes.add(type);
      runStarts.add(sources.size());
    }
    sources.addAll(ends, from, to);
    destinations.addAll(otherEnds, from, to);
  }

  /** The numbers that the ends of edges get. */
  public interface Numbers {
    /** Number of a source of an edge type. */
    int ofSource(int edgeType, int source);

    /** Number of a destination of an edge type. */
    int ofDestination(int edgeType, int destination);
  }

  /** Gives the ends of all edges other numbers. */
  public void renumber(Numbers numbers) {
    for (int run = 0; run < runs(); run++) {
      final int type = type(run);
      sources.replace(start(run), start(run + 1), end -> numbers.ofSource(type, end));
      destinations.replace(start(run), start(run + 1), end -> numbers.ofDestination(type, end));
    }
  }

  /** Hears of edges. */
  @FunctionalInterface
  public interface Visitor {
    /** An edge of a type. */
    void edge(int type, int source, int destination);
  }

  /** Visits all edges, as they came. */
  public void forEach(Visitor visitor) {
    for (int run = 0; run < runs(); run++) {
      for (long e = start(run); e < start(run + 1); e++) {
        visitor.edge(type(run), sources.get(e), destinations.get(e));
      }
    }
  }

  public long size() {
    return sources.size();
  }

  /** Number of runs. */
  int runs() {
    return runTypes.size;
  }

  /** True if the edges of a run are not of the base version. */
  boolean added(int run) {
    return start(run) >= ranges.total();
  }

  int type(int run) {
    return runTypes.values[run];
  }

  long start(int run) {
    return run == runTypes.size ? sources.size() : runStarts.values[run];
  }

  /** Copies the ends of {@code count} edges from {@code first} on. */
  void read(long first, int count, int[] sourcesOut, int[] destinationsOut) {
    sources.read(first, sourcesOut, count);
    destinations.read(first, destinationsOut, count);
  }

  /** What the edges carry. */
  StagedValues values() {
    return values;
  }

  /** Bytes of the ends of so many edges at least. */
  public static long bytes(long edges) {
    return 8 * edges;
  }

  /** Bytes of heap taken. */
  public long bytes() {
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
