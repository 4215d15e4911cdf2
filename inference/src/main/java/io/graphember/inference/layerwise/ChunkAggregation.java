// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.cache.ChunkCache;
import io.graphember.inference.cache.StaticCache;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.lists.ReplicaWalk;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.spi.model.Operator;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Sums and means over stored rows. Many masters at once: their edges are sorted by the chunk that
 * the neighbour's row is in, and each chunk is asked for once, so it need not stay in memory for
 * long. Partitions come in order, of each the chunks in order, of each the edges in order.
 *
 * <p>Used by one thread. Memory: {@value #EDGES} edges of 16 bytes, and for each master of a stage
 * a sum and what one partition adds to it.
 */
final class ChunkAggregation implements Aggregator {
  private static final int EDGES = 1 << 21;

  /** Bytes of the edges that are in hand. */
  static final long EDGE_BYTES = 16L * EDGES;

  private static final Set<Operator> SUMS =
      EnumSet.of(Operator.NEIGHBOR_SUM, Operator.NEIGHBOR_MEAN, Operator.NEIGHBOR_WEIGHTED_SUM);

  private final Slice slice;
  private final NeighborLists lists;
  private final List<StaticCache> files;
  private final ChunkCache cache;
  private final Operator operator;
  private final boolean weighted;
  private final int columns;
  private final int rowColumns;
  private int stageFirst;
  private float[] sums = new float[0];
  private float[] partial = new float[0]; // of one partition, where others have a part already
  private boolean[] begun = new boolean[0]; // whose sum has a part of a partition before
  private boolean[] met = new boolean[0]; // who has edges in this one
  private int edges;
  private int[] destinations = new int[1024];
  private int[] names = new int[1024];
  private float[] weights = new float[1024];
  private int[] order = new int[1024];

  ChunkAggregation(Slice slice, NeighborLists lists, List<StaticCache> files, ChunkCache cache) {
    this.slice = slice;
    this.lists = lists;
    this.files = files;
    this.cache = cache;
    this.operator = slice.program().operation(slice.aggregations().get(0)).operator();
    this.weighted = operator == Operator.NEIGHBOR_WEIGHTED_SUM;
    this.columns = slice.shared().columns();
    this.rowColumns = files.get(0).columns();
  }

  /** True if the slice asks for one sum or mean of all that is shared. */
  static boolean suits(Slice slice) {
    return slice.aggregations().size() == 1
        && slice.shared().values().size() == 1
        && SUMS.contains(slice.program().operation(slice.aggregations().get(0)).operator());
  }

  @Override
  public int prepare(int partition, int from, int to) {
    final int end = stageEnd(partition, from, to);
    stageFirst = from;
    begin(end - from);
    for (int q = 0; q < lists.partitions(); q++) {
      edges = 0;
      collect(partition, q, from, end);
      sortByChunk(files.get(q));
      add(q);
      merge(end - from);
    }
    for (int i = 0; operator == Operator.NEIGHBOR_MEAN && i < end - from; i++) {
      divide(i, lists.neighbors(partition, from + i));
    }
    return end;
  }

  private void begin(int masters) {
    if (begun.length < masters) {
      begun = new boolean[masters];
      met = new boolean[masters];
      sums = new float[Math.multiplyExact(masters, columns)];
      partial = new float[sums.length];
    }
    Arrays.fill(begun, 0, masters, false);
    Arrays.fill(met, 0, masters, false);
    Arrays.fill(sums, 0, masters * columns, 0f);
  }

  /** Adds what one partition has, so that a sum does not depend on where its parts were made. */
  private void merge(int masters) {
    for (int i = 0; i < masters; i++) {
      if (met[i] && begun[i]) {
        for (int j = i * columns; j < (i + 1) * columns; j++) {
          sums[j] += partial[j];
          partial[j] = 0;
        }
      }
      begun[i] |= met[i];
      met[i] = false;
    }
  }

  private int stageEnd(int partition, int from, int to) {
    long count = 0;
    int end = from;
    while (end < to) {
      count += lists.neighbors(partition, end);
      if (count > EDGES && end > from) {
        break;
      }
      end++;
    }
    // Whole batches, so that batches are those of rows in memory.
    final int batches = (end - from) / LayerWorker.BATCH * LayerWorker.BATCH;
    return end == to || batches == 0 ? end : from + batches;
  }

  /** The edges of the stage that a partition has. */
  private void collect(int partition, int q, int from, int to) {
    ReplicaWalk walk = new ReplicaWalk(partition, lists.topology(partition));
    for (int v = from; v < to; v++) {
      final int local = localAt(walk, partition, lists.local(partition, v), q);
      if (local >= 0) {
        collect(q, local, v - from, weighted ? lists.weight(partition, v) : 1);
      }
    }
  }

  private void collect(int q, int local, int destination, float own) {
    final int degree = lists.of(q).degree(local);
    ensure(edges + degree);
    lists.of(q).copy(local, names, edges);
    Arrays.fill(destinations, edges, edges + degree, destination);
    met[destination] |= degree > 0;
    for (int e = edges; weighted && e < edges + degree; e++) {
      weights[e] = lists.summed(q) ? 1 : own * lists.of(q).norm(names[e]);
    }
    edges += degree;
  }

  /** Local number of a master in another partition, or in its own; -1 if it is not there. */
  private static int localAt(ReplicaWalk walk, int partition, int vertex, int q) {
    if (q == partition) {
      return vertex;
    }
    walk.moveTo(vertex);
    while (walk.next()) {
      if (walk.partition() == q) {
        return walk.local();
      }
    }
    return -1;
  }

  /** Puts the numbers of the edges in the order of the chunks of their neighbours. */
  private void sortByChunk(StaticCache file) {
    final int[] starts = new int[file.chunks() + 1];
    for (int e = 0; e < edges; e++) {
      starts[names[e] / file.chunkRows() + 1]++;
    }
    for (int c = 0; c < file.chunks(); c++) {
      starts[c + 1] += starts[c];
    }
    for (int e = 0; e < edges; e++) {
      order[starts[names[e] / file.chunkRows()]++] = e;
    }
  }

  private void add(int q) {
    final int chunkRows = files.get(q).chunkRows();
    for (int from = 0; from < edges; ) {
      final int number = names[order[from]] / chunkRows;
      int to = from + 1;
      while (to < edges && names[order[to]] / chunkRows == number) {
        to++;
      }
      ChunkCache.Chunk chunk = cache.hold(q, number);
      addChunk(chunk.values(), number * chunkRows, from, to);
      cache.release(chunk);
      from = to;
    }
  }

  private void addChunk(float[] rows, int firstRow, int from, int to) {
    for (int i = from; i < to; i++) {
      final int e = order[i];
      final int row = (names[e] - firstRow) * rowColumns;
      final float[] into = begun[destinations[e]] ? partial : sums;
      if (weighted) {
        addScaled(weights[e], rows, row, into, destinations[e] * columns, rowColumns);
      } else {
        add(rows, row, into, destinations[e] * columns, rowColumns);
      }
    }
  }

  private static void add(float[] row, int from, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] += row[from + j];
    }
  }

  private static void addScaled(
      float factor, float[] row, int from, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] += factor * row[from + j];
    }
  }

  private void divide(int master, int neighbors) {
    final float factor = neighbors == 0 ? 0 : 1f / neighbors;
    for (int j = master * columns; j < (master + 1) * columns; j++) {
      sums[j] *= factor;
    }
  }

  @Override
  public void sum(int partition, int[] vertices, float[] target) {
    begin(vertices.length);
    edges = 0;
    for (int i = 0; i < vertices.length; i++) {
      final int position = lists.position(partition, vertices[i]);
      collect(partition, vertices[i], i, weighted ? lists.weight(partition, position) : 1);
    }
    sortByChunk(files.get(partition));
    add(partition);
    for (int i = 0; i < vertices.length; i++) {
      System.arraycopy(sums, i * columns, target, i * rowColumns, rowColumns);
    }
  }

  private void ensure(int count) {
    if (names.length < count) {
      final int length = Math.max(count, 2 * names.length);
      names = Arrays.copyOf(names, length);
      destinations = Arrays.copyOf(destinations, length);
      weights = Arrays.copyOf(weights, length);
      order = new int[length];
    }
  }

  @Override
  public void aggregate(int partition, int first, SliceBatch batch) {
    final float[] target = batch.room(slice.aggregations().get(0));
    System.arraycopy(sums, (first - stageFirst) * columns, target, 0, batch.rows * columns);
  }
}
