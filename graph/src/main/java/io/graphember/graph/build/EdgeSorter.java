// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.store.TypeColumn;
import io.graphember.memory.IntArray;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * Sorts staged edges by (destination, type, source). Edges are counted by destination, placed type
 * after type, and sorted by source within a destination and type: O(V + E log d).
 */
final class EdgeSorter {
  private static final int CANCEL_EVERY = 1 << 16;

  private final StagedEdges staged;
  private final VertexNumbering numbering;
  private final EdgeTable.Options options;
  private final Cancellation cancellation;
  private final int[][] runsByType;

  EdgeSorter(
      StagedEdges staged,
      VertexNumbering numbering,
      EdgeTable.Options options,
      Cancellation cancellation) {
    this.staged = staged;
    this.numbering = numbering;
    this.options = options;
    this.cancellation = cancellation;
    runsByType = runsByType();
  }

  /** Takes an edge, which ends at {@code destination}. */
  @FunctionalInterface
  private interface Placement {
    void edge(int source, int destination, int type);
  }

  EdgeTable sort() {
    requireSize();
    int vertices = numbering.vertices();
    int types = numbering.edgeSchema().types().size();
    int[] offsets = new int[vertices + 1];
    forEachEdge((source, destination, type) -> offsets[destination + 1]++);
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    int[] sources = new int[offsets[vertices]];
    TypeColumn column = types == 1 ? null : TypeColumn.of(types, sources.length);
    int[] cursor = Arrays.copyOf(offsets, vertices);
    forEachEdge(
        (source, destination, type) -> {
          int at = cursor[destination]++;
          sources[at] = source;
          if (column != null) {
            column.set(at, type);
          }
        });
    for (int v = 0; v < vertices; v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      sortSources(sources, column, offsets[v], offsets[v + 1]);
    }
    EdgeTable table = new EdgeTable(offsets, sources, column);
    return options.dropDuplicates() ? table.unique() : table;
  }

  /** Edges of a destination stand in order of type already. */
  private static void sortSources(int[] sources, TypeColumn column, int from, int to) {
    if (column == null) {
      Arrays.sort(sources, from, to);
      return;
    }
    int first = from;
    for (int e = from; e < to; e++) {
      if (column.get(e) != column.get(first)) {
        Arrays.sort(sources, first, e);
        first = e;
      }
    }
    Arrays.sort(sources, first, to);
  }

  private void requireSize() {
    long most = 0;
    for (int run = 0; run < staged.runs(); run++) {
      long count = staged.start(run + 1) - staged.start(run);
      boolean reversed = numbering.edgeSchema().reverse(staged.type(run)) != EdgeSchema.NO_REVERSE;
      most += reversed ? 2 * count : count;
    }
    if (most > Integer.MAX_VALUE - 8) {
      throw EdgeTable.tooLarge(most);
    }
  }

  /** Runs of each input type. */
  private int[][] runsByType() {
    IntArray[] runs = new IntArray[numbering.edgeSchema().inputTypes()];
    for (int run = 0; run < staged.runs(); run++) {
      int type = staged.type(run);
      runs[type] = runs[type] == null ? new IntArray(1) : runs[type];
      runs[type].add(run);
    }
    int[][] arrays = new int[runs.length][];
    for (int t = 0; t < runs.length; t++) {
      arrays[t] = runs[t] == null ? new int[0] : runs[t].toArray();
    }
    return arrays;
  }

  /** Visits every edge that is kept and every reverse edge, in order of their types. */
  private void forEachEdge(Placement placement) {
    EdgeSchema schema = numbering.edgeSchema();
    for (int type = 0; type < runsByType.length; type++) {
      int reverse = schema.reverse(type);
      for (int run : runsByType[type]) {
        forward(run, type, reverse == type, placement);
      }
    }
    for (int type = 0; type < runsByType.length; type++) {
      int reverse = schema.reverse(type);
      if (reverse != EdgeSchema.NO_REVERSE && reverse != type) {
        for (int run : runsByType[type]) {
          backward(run, type, reverse, placement);
        }
      }
    }
  }

  /** A self loop is its own reverse. */
  private void forward(int run, int type, boolean bothWays, Placement placement) {
    int sourceStart = numbering.sourceStart(type);
    int destinationStart = numbering.destinationStart(type);
    for (long e = staged.start(run); e < staged.start(run + 1); e++) {
      if (e % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      int source = sourceStart + staged.source(e);
      int destination = destinationStart + staged.destination(e);
      if (options.undirected() && source > destination) {
        placement.edge(destination, source, type);
      } else if (source != destination || !options.dropSelfLoops()) {
        placement.edge(source, destination, type);
      }
      if (source != destination && bothWays) {
        placement.edge(destination, source, type);
      }
    }
  }

  private void backward(int run, int type, int reverse, Placement placement) {
    int sourceStart = numbering.sourceStart(type);
    int destinationStart = numbering.destinationStart(type);
    for (long e = staged.start(run); e < staged.start(run + 1); e++) {
      if (e % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      placement.edge(
          destinationStart + staged.destination(e), sourceStart + staged.source(e), reverse);
    }
  }
}
