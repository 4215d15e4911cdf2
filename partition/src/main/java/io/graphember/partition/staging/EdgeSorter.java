// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.store.TypeColumn;
import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts staged edges by (destination, type, source), parallel edges by what they carry. They are
 * dealt to buckets of neighbouring destinations, each of which is sorted in the cache: O(V + E). Of
 * a share's edges those that end at its own vertices are kept.
 */
final class EdgeSorter {
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
    void edges(int part, EdgeBatch batch);
  }

  /** The table; the ends of the staged edges are gone afterwards. */
  EdgeTable sort() {
    final int vertices = numbering.vertices();
    final int types = numbering.edgeSchema().types().size();
    EdgeBuckets buckets = new EdgeBuckets(vertices, types, mostEdges(), workers.count());
    forEachBatch(buckets::count);
    final boolean valued = !staged.values().attributes().none();
    final boolean based = staged.ranges().total() > 0;
    buckets.allocate(valued || based);
    forEachBatch(buckets::deal);
    staged.clear();
    int[] offsets = new int[vertices + 1];
    int[] sources = new int[buckets.size()];
    TypeColumn column = types == 1 ? null : TypeColumn.of(types, sources.length);
    RadixSorter[] sorters = new RadixSorter[workers.count()];
    Arrays.setAll(sorters, worker -> new RadixSorter());
    // What edges carry is compared in buffers that one thread may use.
    (valued ? Workers.CALLER : workers)
        .each(
            buckets.buckets(),
            1,
            (worker, from, to) -> {
              for (int bucket = from; bucket < to; bucket++) {
                cancellation.check();
                buckets.sort(bucket, sorters[worker]);
                sortParallel(buckets, bucket);
                write(buckets, bucket, offsets, sources, column);
              }
            });
    buckets.clear();
    int[] origins = buckets.origins();
    EdgeTable table =
        new EdgeTable(
            offsets,
            sources,
            column,
            origins,
            based && origins != null ? basePartitions(origins) : null,
            staged.values());
    return options.dropDuplicates() ? table.unique() : table;
  }

  /** Writes the edges of a bucket, and where those of each destination end. */
  private static void write(
      EdgeBuckets buckets, int bucket, int[] offsets, int[] sources, @Nullable TypeColumn column) {
    final int end = buckets.start(bucket + 1);
    final int first = buckets.firstDestination(bucket);
    final int last =
        bucket + 1 == buckets.buckets() ? offsets.length - 1 : buckets.firstDestination(bucket + 1);
    int destination = 0;
    for (int e = buckets.start(bucket); e < end; e++) {
      sources[e] = buckets.source(e);
      for (; destination < buckets.destination(e); destination++) {
        offsets[first + destination + 1] = e;
      }
    }
    Arrays.fill(offsets, first + destination + 1, last + 1, end);
    for (int e = buckets.start(bucket); column != null && e < end; e++) {
      column.set(e, buckets.type(e));
    }
  }

  private short[] basePartitions(int[] origins) {
    short[] partitions = new short[origins.length];
    for (int e = 0; e < origins.length; e++) {
      partitions[e] = (short) staged.ranges().partition(origins[e]);
    }
    return partitions;
  }

  /** Puts parallel edges of a bucket in order. */
  private void sortParallel(EdgeBuckets buckets, int bucket) {
    int[] origins = buckets.origins();
    int first = buckets.start(bucket);
    final int end = buckets.start(bucket + 1);
    for (int e = first + 1; origins != null && e <= end; e++) {
      if (e == end || buckets.key(e) != buckets.key(first)) {
        sortParallel(origins, first, e);
        first = e;
      }
    }
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

  /** Number of edges that are kept, at most. */
  private long mostEdges() {
    long most = 0;
    for (int run = 0; run < staged.runs(); run++) {
      long count = staged.start(run + 1) - staged.start(run);
      most += reversed(run) ? 2 * count : count;
    }
    if (most > EdgeTable.MAX_EDGES) {
      throw EdgeTable.tooLarge(most);
    }
    return most;
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
   * Goes over every edge that is kept and every reverse edge. The batches take turns in as many
   * parts as there are workers, each of which one thread goes over.
   */
  private void forEachBatch(Stage stage) {
    final int parts = workers.count();
    workers.each(
        parts,
        1,
        (worker, from, to) -> {
          for (int part = from; part < to; part++) {
            new Pass(part, parts, stage).run();
          }
        });
  }

  /** One part's way over the edges. */
  private final class Pass {
    private final int part;
    private final int parts;
    private final Stage stage;
    private final EdgeBatch batch = new EdgeBatch(homes);
    private long batches;

    Pass(int part, int parts, Stage stage) {
      this.part = part;
      this.parts = parts;
      this.stage = stage;
    }

    void run() {
      EdgeSchema schema = numbering.edgeSchema();
      for (int type = 0; type < runsByType.length; type++) {
        for (int run : runsByType[type]) {
          run(run, type, schema.reverse(type) == type && reversed(run));
        }
        if (schema.original(type) != EdgeSchema.NONE) {
          for (int run : runsByType[schema.original(type)]) {
            if (reversed(run)) {
              runBackward(run, type);
            }
          }
        }
      }
    }

    private void run(int run, int type, boolean bothWays) {
      for (long e = staged.start(run); e < staged.start(run + 1); e += EdgeBatch.STAGED) {
        if (isNext()) {
          read(run, e);
          batch.forward(type, e, options, bothWays);
          stage.edges(part, batch);
        }
      }
    }

    private void runBackward(int run, int type) {
      for (long e = staged.start(run); e < staged.start(run + 1); e += EdgeBatch.STAGED) {
        if (isNext()) {
          read(run, e);
          batch.backward(type, e);
          stage.edges(part, batch);
        }
      }
    }

    private boolean isNext() {
      cancellation.check();
      return batches++ % parts == part;
    }

    private void read(int run, long first) {
      int type = staged.type(run);
      batch.read(
          staged,
          first,
          (int) Math.min(EdgeBatch.STAGED, staged.start(run + 1) - first),
          numbering.sourceStart(type),
          numbering.destinationStart(type));
    }
  }
}
