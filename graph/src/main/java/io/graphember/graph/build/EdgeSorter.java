// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.share.VertexHomes;
import io.graphember.graph.store.TypeColumn;
import io.graphember.memory.IntArray;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.Arrays;

/**
 * Sorts staged edges by (destination, type, source), parallel edges by what they carry. Edges are
 * counted by destination, placed type after type, and sorted by source within a destination and
 * type: O(V + E log d). Of a share's edges those that end at its own vertices are kept.
 */
final class EdgeSorter {
  private static final int VERTICES_OF_A_SHARE = 1 << 13;

  private final StagedEdges staged;
  private final VertexNumbering numbering;
  private final EdgeTable.Options options;
  private final VertexHomes homes;
  private final Workers workers;
  private final Cancellation cancellation;
  private final int[][] runsByType;

  EdgeSorter(
      StagedEdges staged,
      VertexNumbering numbering,
      EdgeTable.Options options,
      VertexHomes homes,
      Workers workers,
      Cancellation cancellation) {
    this.workers = workers;
    this.staged = staged;
    this.numbering = numbering;
    this.options = options;
    this.homes = homes;
    this.cancellation = cancellation;
    runsByType = runsByType();
  }

  /** Takes the edges of a batch. */
  @FunctionalInterface
  private interface Stage {
    void edges(EdgeBatch batch);
  }

  EdgeTable sort() {
    requireSize();
    int vertices = numbering.vertices();
    int types = numbering.edgeSchema().types().size();
    int[] offsets = new int[vertices + 1];
    forEachBatch(batch -> batch.count(offsets));
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    int[] sources = new int[offsets[vertices]];
    TypeColumn column = types == 1 ? null : TypeColumn.of(types, sources.length);
    boolean valued = !staged.values().attributes().none();
    boolean based = staged.ranges().total() > 0;
    int[] origins = valued || based ? new int[sources.length] : null;
    int[] cursor = Arrays.copyOf(offsets, vertices);
    forEachBatch(batch -> batch.place(cursor, sources, column, origins));
    // What edges carry is compared in buffers that one thread may use.
    Workers sorters = valued ? Workers.CALLER : workers;
    sorters.each(
        vertices,
        VERTICES_OF_A_SHARE,
        (worker, from, to) -> {
          cancellation.check();
          for (int v = from; v < to; v++) {
            sortDestination(sources, column, origins, offsets[v], offsets[v + 1]);
          }
        });
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
    long most = 0;
    for (int run = 0; run < staged.runs(); run++) {
      long count = staged.start(run + 1) - staged.start(run);
      most += reversed(run) ? 2 * count : count;
    }
    if (most > EdgeTable.MAX_EDGES) {
      throw EdgeTable.tooLarge(most);
    }
  }

  /** True if the edges of a run get reverse ones; those of a base version have theirs. */
  private boolean reversed(int run) {
    return staged.added(run) && numbering.edgeSchema().reverse(staged.type(run)) != EdgeSchema.NONE;
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

  /**
   * Goes over every edge that is kept and every reverse edge, those of one destination in order of
   * their types. Each worker reads all edges and looks after some of the destinations: reading is
   * cheap, and what it writes at random places nobody else writes.
   */
  private void forEachBatch(Stage stage) {
    int slices = workers.count();
    workers.each(
        slices,
        1,
        (worker, from, to) -> {
          for (int slice = from; slice < to; slice++) {
            forEachBatch(new EdgeBatch(slice, slices, homes), stage);
          }
        });
  }

  private void forEachBatch(EdgeBatch batch, Stage stage) {
    EdgeSchema schema = numbering.edgeSchema();
    for (int type = 0; type < runsByType.length; type++) {
      boolean ownReverse = schema.reverse(type) == type;
      for (int run : runsByType[type]) {
        boolean bothWays = ownReverse && reversed(run);
        for (long e = staged.start(run); e < staged.start(run + 1); e += EdgeBatch.STAGED) {
          cancellation.check();
          read(batch, run, e);
          batch.forward(type, e, options, bothWays);
          stage.edges(batch);
        }
      }
      if (schema.original(type) != EdgeSchema.NONE) {
        forEachReverse(batch, type, runsByType[schema.original(type)], stage);
      }
    }
  }

  private void forEachReverse(EdgeBatch batch, int type, int[] runs, Stage stage) {
    for (int run : runs) {
      if (!reversed(run)) {
        continue;
      }
      for (long e = staged.start(run); e < staged.start(run + 1); e += EdgeBatch.STAGED) {
        cancellation.check();
        read(batch, run, e);
        batch.backward(type, e);
        stage.edges(batch);
      }
    }
  }

  private void read(EdgeBatch batch, int run, long first) {
    int type = staged.type(run);
    batch.read(
        staged,
        first,
        (int) Math.min(EdgeBatch.STAGED, staged.start(run + 1) - first),
        numbering.sourceStart(type),
        numbering.destinationStart(type));
  }
}
