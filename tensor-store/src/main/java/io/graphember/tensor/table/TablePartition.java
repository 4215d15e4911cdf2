// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/**
 * The rows of one partition of one table, trained where they lie.
 *
 * <p>Steps are numbered from 1; a partition begins at step 0 with the initial weights. Where the
 * optimizer is {@linkplain RowOptimizer#lazy() lazy} a row remembers its last step, and whatever
 * touches it makes up for the steps since then: what is read is what a table would hold whose every
 * row moves at every step. A read changes nothing. A row that is ahead of the step of a late
 * request is taken as it is.
 *
 * <p>Safe for use by several threads, one at a time on a row; a read next to a write of the same
 * row sees some of it. Rows and steps are not checked here: see {@link TableHost}.
 */
public final class TablePartition {
  private final TableSpec spec;
  private final int partition;
  private final RowStorage storage;
  private final RowRule rule;
  private final int[] lastSteps; // empty if the optimizer is not lazy

  /**
   * A partition of untouched rows, which take no memory yet but for their last steps.
   *
   * @param spec what the table is
   * @param partition {@code 0 .. P - 1}
   * @param rows number of rows, 0 or more
   */
  public TablePartition(TableSpec spec, int partition, int rows) {
    if (partition < 0 || rows < 0) {
      throw new IllegalArgumentException(
          "need partition >= 0 and rows >= 0: partition=%d rows=%d".formatted(partition, rows));
    }
    this.spec = spec;
    this.partition = partition;
    this.storage = RowStorage.of(spec, partition, rows);
    this.rule = RowRule.of(spec.optimizer());
    this.lastSteps = new int[spec.optimizer().lazy() ? rows : 0];
  }

  /** Bytes of a partition with all rows touched. */
  public static long estimateBytes(TableSpec spec, long rows) {
    return rows * 4L * RowStorage.stride(spec.rowValues(), 4)
        + (spec.optimizer().lazy() ? 4 * rows : 0);
  }

  /** What the table is. */
  public TableSpec spec() {
    return spec;
  }

  /** Number of the partition. */
  public int partition() {
    return partition;
  }

  /** Number of rows. */
  public int rows() {
    return storage.rows;
  }

  /**
   * Reads rows as they are after a step.
   *
   * @param rows rows, also repeated; {@code from .. to - 1} count
   * @param target receives {@code (to - from) * dim} weights from {@code at} on
   */
  public void get(int[] rows, int from, int to, long step, float[] target, int at) {
    if (lastSteps.length == 0) {
      for (int i = from; i < to; i++) {
        storage.weights(rows[i], target, at + (i - from) * spec.dim());
      }
      return;
    }
    final int chunk = storage.chunk();
    for (int i = from; i < to; i += chunk) {
      getChunk(rows, i, Math.min(i + chunk, to), step, target, at + (i - from) * spec.dim());
    }
  }

  private void getChunk(int[] rows, int from, int to, long step, float[] target, int at) {
    final int dim = spec.dim();
    final int[] lasts = lasts(rows, from, to);
    storage.copy(
        rows,
        from,
        to,
        (matrix, names, first, end) -> {
          rule.advance(matrix, names, first, end, lasts, step);
          for (int i = first; i < end; i++) {
            final int start = matrix.start(names[i]);
            System.arraycopy(matrix.segment(names[i]), start, target, at + (i - first) * dim, dim);
          }
        });
  }

  /**
   * Writes weights, or adds to them; slots stay as they are.
   *
   * @param rows rows; one that is repeated is written in this order
   * @param values {@code (to - from) * dim} weights from {@code at} on
   * @param add true to add, false to replace
   * @param step the rows are brought to this step first
   */
  public void put(int[] rows, int from, int to, float[] values, int at, boolean add, long step) {
    final int chunk = storage.chunk();
    for (int i = from; i < to; i += chunk) {
      final int end = Math.min(i + chunk, to);
      putChunk(rows, i, end, values, at + (i - from) * spec.dim(), add, step);
    }
  }

  private void putChunk(
      int[] rows, int from, int to, float[] values, int at, boolean add, long step) {
    final int dim = spec.dim();
    for (int i = from; i < to; i++) { // one by one: a row may be repeated
      final int[] lasts = moveLasts(rows, i, i + 1, step);
      final int value = at + (i - from) * dim;
      storage.change(
          rows,
          i,
          i + 1,
          (matrix, names, first, end) -> {
            rule.advance(matrix, names, first, end, lasts, step);
            write(matrix.segment(names[first]), matrix.start(names[first]), values, value, add);
          });
    }
  }

  private void write(float[] row, int start, float[] values, int at, boolean add) {
    if (!add) {
      System.arraycopy(values, at, row, start, spec.dim());
      return;
    }
    for (int j = 0; j < spec.dim(); j++) {
      row[start + j] += values[at + j];
    }
  }

  /**
   * Does one step of the optimizer on rows.
   *
   * @param rows rows, each once; {@code from .. to - 1} count
   * @param gradients {@code (to - from) * dim} values from {@code at} on
   * @param step number of this step, from 1
   */
  public void update(int[] rows, int from, int to, float[] gradients, int at, long step) {
    final int chunk = storage.chunk();
    for (int i = from; i < to; i += chunk) {
      final int end = Math.min(i + chunk, to);
      updateChunk(rows, i, end, gradients, at + (i - from) * spec.dim(), step);
    }
  }

  private void updateChunk(int[] rows, int from, int to, float[] gradients, int at, long step) {
    final int[] lasts = moveLasts(rows, from, to, step);
    storage.change(
        rows,
        from,
        to,
        (matrix, names, first, end) ->
            rule.update(matrix, names, first, end, lasts, gradients, at, step));
  }

  private int[] lasts(int[] rows, int from, int to) {
    int[] lasts = new int[lastSteps.length == 0 ? 0 : to - from];
    for (int i = 0; i < lasts.length; i++) {
      lasts[i] = lastSteps[rows[from + i]];
    }
    return lasts;
  }

  /** Last steps of rows, which are at another step afterwards. */
  private int[] moveLasts(int[] rows, int from, int to, long step) {
    final int[] lasts = lasts(rows, from, to);
    for (int i = 0; i < lasts.length; i++) {
      lastSteps[rows[from + i]] = (int) Math.max(lasts[i], step);
    }
    return lasts;
  }

  /** Makes all rows real and marks them as written to: for kernels that write in place. */
  public void allocate() {
    for (int s = 0; s < storage.segments(); s++) {
      storage.allocate(s);
    }
    storage.markAllDirty();
  }

  /**
   * The array that holds an allocated row, for kernels that write in place.
   *
   * @throws IllegalStateException if rows have slots or are not float32
   */
  public float[] segment(int row) {
    return inPlace().matrix().segment(row);
  }

  /** Index of a row's first weight in its {@link #segment}. */
  public int start(int row) {
    return inPlace().matrix().start(row);
  }

  private FloatRows inPlace() {
    if (storage instanceof FloatRows floats && spec.optimizer().slots() == 0) {
      return floats;
    }
    throw new IllegalStateException(
        "rows of table %s are not plain float32 rows".formatted(spec.name()));
  }
}
