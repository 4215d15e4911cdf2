// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.RowStorage;
import io.graphember.spi.CsrRows;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of vertices in the order in which they came, each dense or, where that is smaller by much,
 * as the columns that are not zero and their values. In chunks of about 4 MiB; those of columns
 * exist only where rows are sparse. Used by one thread at a time.
 */
final class RowColumn {
  private static final int CHUNK = 1 << 20;
  private static final int DENSE = -1;

  private final int dim;
  private final int featureDim;
  private final int chunkLength;
  private final FloatChunks values;
  private final List<int[]> columns = new ArrayList<>(); // null where all rows are dense
  private long[] starts = new long[1024];
  private int[] counts = new int[1024]; // of entries, DENSE for a dense row
  private int rows;
  private int used; // of the last chunk
  private int columnChunks;
  private long featureEntries;

  /**
   * No rows.
   *
   * @param dim floats of a row
   * @param featureDim how many of them, from the first on, are features
   * @param storage keeps chunks of values that are full
   */
  RowColumn(int dim, int featureDim, RowStorage storage) {
    this.dim = dim;
    this.featureDim = featureDim;
    chunkLength = Math.max(1, CHUNK / dim) * dim;
    values = new FloatChunks(chunkLength, storage);
    used = chunkLength;
  }

  /** Appends the row that stands in an array from an index on. */
  void add(float[] row, int from) {
    put(newRow(), row, from);
  }

  /** Appends a sparse row. O(entries) where it stays sparse. */
  void add(CsrRows from, int row) {
    put(newRow(), from, row);
  }

  private int newRow() {
    if (rows == starts.length) {
      starts = Arrays.copyOf(starts, 2 * rows);
      counts = Arrays.copyOf(counts, 2 * rows);
    }
    return rows++;
  }

  /** Replaces a row. */
  void set(int row, float[] by, int from) {
    forget(row);
    put(row, by, from);
  }

  /** Replaces a row by a sparse one. */
  void set(int row, CsrRows by, int from) {
    forget(row);
    put(row, by, from);
  }

  private void forget(int row) {
    float[] before = new float[dim];
    read(row, before, 0);
    featureEntries -= CsrRows.count(before, 0, featureDim);
  }

  private void put(int row, float[] from, int at) {
    final int entries = CsrRows.count(from, at, dim);
    featureEntries += CsrRows.count(from, at, featureDim);
    if (!CsrRows.pays(entries, 1, dim)) {
      begin(row, dim, DENSE);
      System.arraycopy(from, at, values.last(), used, dim);
      used += dim;
      return;
    }
    begin(row, entries, entries);
    final int[] names = columns();
    for (int j = 0; j < dim; j++) {
      if (from[at + j] != 0) {
        names[used] = j;
        values.last()[used++] = from[at + j];
      }
    }
  }

  private void put(int row, CsrRows from, int number) {
    final int first = from.offsets()[number];
    final int entries = from.offsets()[number + 1] - first;
    if (!CsrRows.pays(entries, 1, dim)) {
      float[] dense = new float[dim];
      from.read(number, dense, 0);
      put(row, dense, 0);
      return;
    }
    begin(row, entries, entries);
    System.arraycopy(from.columns(), first, columns(), used, entries);
    System.arraycopy(from.values(), first, values.last(), used, entries);
    used += entries;
    for (int e = first; e < first + entries; e++) {
      featureEntries += from.columns()[e] < featureDim && from.values()[e] != 0 ? 1 : 0;
    }
  }

  /** Finds room for a row. */
  private void begin(int row, int length, int count) {
    if (used + Math.max(1, length) > chunkLength) {
      values.begin();
      columns.add(null);
      used = 0;
    }
    starts[row] = (long) (values.size() - 1) * chunkLength + used;
    counts[row] = count;
  }

  /** Columns of the last chunk. */
  private int[] columns() {
    final int last = values.size() - 1;
    if (columns.get(last) == null) {
      columns.set(last, new int[chunkLength]);
      columnChunks++;
    }
    return columns.get(last);
  }

  /** True if the next row may take another chunk. */
  boolean full() {
    return used + dim > chunkLength;
  }

  long chunkBytes() {
    return 8L * chunkLength;
  }

  /** Copies a row out. */
  void read(int row, float[] target, int offset) {
    final int at = place(starts[row]);
    final FloatBuffer chunk = values.get(chunk(starts[row]));
    if (counts[row] == DENSE) {
      chunk.get(at, target, offset, dim);
      return;
    }
    Arrays.fill(target, offset, offset + dim, 0f);
    for (int e = at; e < at + counts[row]; e++) {
      target[offset + columns.get(chunk(starts[row]))[e]] = chunk.get(e);
    }
  }

  /** Adds the features of a row that are not zero to sparse rows, as their next one. */
  void append(int row, CsrRows.Builder target) {
    final int at = place(starts[row]);
    final FloatBuffer chunk = values.get(chunk(starts[row]));
    final int[] names = counts[row] == DENSE ? null : columns.get(chunk(starts[row]));
    final int count = counts[row] == DENSE ? featureDim : counts[row];
    for (int e = 0; e < count; e++) {
      final int column = names == null ? e : names[at + e];
      if (column < featureDim && chunk.get(at + e) != 0) {
        target.add(column, chunk.get(at + e));
      }
    }
    target.endRow();
  }

  /** How many features of all rows are not zero. */
  long featureEntries() {
    return featureEntries;
  }

  long bytes() {
    return values.bytes() + 4L * chunkLength * columnChunks + 12L * starts.length;
  }

  private int chunk(long start) {
    return (int) (start / chunkLength);
  }

  private int place(long start) {
    return (int) (start % chunkLength);
  }
}
