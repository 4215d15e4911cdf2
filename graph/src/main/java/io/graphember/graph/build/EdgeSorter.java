// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.store.TypeColumn;
import io.graphember.memory.IntArray;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * Sorts staged edges by (destination, type, source), parallel edges by what they carry. Edges are
 * counted by destination, placed type after type, and sorted by source within a destination and
 * type: O(V + E log d).
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

  /** Takes an edge; {@code origin} is the staged edge that it is or is the reverse of. */
  @FunctionalInterface
  private interface Placement {
    void edge(int source, int destination, int type, long origin);
  }

  EdgeTable sort() {
    requireSize();
    int vertices = numbering.vertices();
    int types = numbering.edgeSchema().types().size();
    int[] offsets = new int[vertices + 1];
    forEachEdge((source, destination, type, origin) -> offsets[destination + 1]++);
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    int[] sources = new int[offsets[vertices]];
    TypeColumn column = types == 1 ? null : TypeColumn.of(types, sources.length);
    boolean based = staged.ranges().total() > 0;
    int[] origins = staged.values().attributes().none() && !based ? null : new int[sources.length];
    int[] cursor = Arrays.copyOf(offsets, vertices);
    forEachEdge(
        (source, destination, type, origin) -> {
          int at = cursor[destination]++;
          sources[at] = source;
          if (column != null) {
            column.set(at, type);
          }
          if (origins != null) {
            origins[at] = (int) origin;
          }
        });
    for (int v = 0; v < vertices; v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      sortDestination(sources, column, origins, offsets[v], offsets[v + 1]);
    }
    short[] basePartitions = based ? basePartitions(origins) : null;
    EdgeTable table =
        new EdgeTable(offsets, sources, column, origins, basePartitions, staged.values());
    return options.dropDuplicates() ? table.unique() : table;
  }

  private short[] basePartitions(int[] origins) {
    short[] partitions = new short[origins.length];
    for (int e = 0; e < origins.length; e++) {
      partitions[e] = (short) staged.ranges().partition(origins[e]);
    }
    return partitions;
  }

  /** Edges of a destination stand in order of type already. */
  private void sortDestination(int[] sources, TypeColumn column, int[] origins, int from, int to) {
    int first = from;
    for (int e = from; column != null && e < to; e++) {
      if (column.get(e) != column.get(first)) {
        sortRun(sources, origins, first, e);
        first = e;
      }
    }
    sortRun(sources, origins, first, to);
  }

  private void sortRun(int[] sources, int[] origins, int from, int to) {
    if (origins == null) {
      Arrays.sort(sources, from, to);
    } else if (to - from > 1) {
      sortWithOrigins(sources, origins, from, to);
    }
  }

  private void sortWithOrigins(int[] sources, int[] origins, int from, int to) {
    long[] pairs = new long[to - from];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = (long) sources[from + i] << 32 | origins[from + i];
    }
    Arrays.sort(pairs);
    int first = from;
    for (int e = from; e < to; e++) {
      sources[e] = (int) (pairs[e - from] >>> 32);
      origins[e] = (int) pairs[e - from];
      if (sources[e] != sources[first]) {
        sortParallel(origins, first, e);
        first = e;
      }
    }
    sortParallel(origins, first, to);
  }

  /**
   * Sorts parallel edges by what they carry. A heap sort: it takes no memory, and no order of the
   * input makes it slow.
   */
  private void sortParallel(int[] origins, int from, int to) {
    for (int root = (to - from) / 2 - 1; root >= 0; root--) {
      sift(origins, from, root, to - from);
    }
    for (int end = to - from - 1; end > 0; end--) {
      swap(origins, from, from + end);
      sift(origins, from, 0, end);
    }
  }

  private void sift(int[] origins, int from, int start, int size) {
    StagedValues values = staged.values();
    int root = start;
    for (int child = 2 * root + 1; child < size; child = 2 * root + 1) {
      if (child + 1 < size
          && values.compare(origins[from + child], origins[from + child + 1]) < 0) {
        child++;
      }
      if (values.compare(origins[from + root], origins[from + child]) >= 0) {
        return;
      }
      swap(origins, from + root, from + child);
      root = child;
    }
  }

  private static void swap(int[] values, int i, int j) {
    int value = values[i];
    values[i] = values[j];
    values[j] = value;
  }

  private void requireSize() {
    long most = staged.size();
    for (int run = 0; run < staged.runs(); run++) {
      if (numbering.edgeSchema().reverse(staged.type(run)) != EdgeSchema.NONE) {
        most += Math.max(0, staged.start(run + 1) - firstReversed(run));
      }
    }
    if (most > EdgeTable.MAX_EDGES) {
      throw EdgeTable.tooLarge(most);
    }
  }

  /** First edge of a run that gets a reverse: those of the base version have theirs. */
  private long firstReversed(int run) {
    return Math.max(staged.start(run), staged.ranges().total());
  }

  /** Runs of each stored type. */
  private int[][] runsByType() {
    IntArray[] runs = new IntArray[numbering.edgeSchema().types().size()];
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
      for (int run : runsByType[type]) {
        forward(run, type, schema.reverse(type) == type, placement);
      }
      int original = schema.original(type);
      if (original != EdgeSchema.NONE) {
        for (int run : runsByType[original]) {
          backward(run, original, type, placement);
        }
      }
    }
  }

  /** A self loop is its own reverse. */
  private void forward(int run, int type, boolean bothWays, Placement placement) {
    int sourceStart = numbering.sourceStart(type);
    int destinationStart = numbering.destinationStart(type);
    final long firstReversed = firstReversed(run);
    for (long e = staged.start(run); e < staged.start(run + 1); e++) {
      if (e % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      int source = sourceStart + staged.source(e);
      int destination = destinationStart + staged.destination(e);
      if (options.undirected() && source > destination) {
        placement.edge(destination, source, type, e);
      } else if (source != destination || !options.dropSelfLoops()) {
        placement.edge(source, destination, type, e);
      }
      if (source != destination && bothWays && e >= firstReversed) {
        placement.edge(destination, source, type, e);
      }
    }
  }

  private void backward(int run, int type, int reverse, Placement placement) {
    int sourceStart = numbering.sourceStart(type);
    int destinationStart = numbering.destinationStart(type);
    for (long e = firstReversed(run); e < staged.start(run + 1); e++) {
      if (e % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      placement.edge(
          destinationStart + staged.destination(e), sourceStart + staged.source(e), reverse, e);
    }
  }
}
