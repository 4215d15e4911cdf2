// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.OptimizerKernels;
import io.graphember.kernels.SegmentedMatrix;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * The rows of one partition of one table, trained where they lie.
 *
 * <p>Steps are numbered from 1 and below 2^31; a partition begins at step 0 with the initial
 * weights. Where the optimizer is {@linkplain RowOptimizer#dense() dense} a row remembers its last
 * step, and whatever touches it makes up for the steps since then: what is read is what a table
 * would hold whose every row moves at every step. A read changes nothing. A row that is ahead of
 * the step of a late request is taken as it is.
 *
 * <p>Safe for use by several threads, one at a time on a row; a read next to a write of the same
 * row sees some of it. Rows and steps are not checked here: see {@link TableHost}.
 */
public final class TablePartition {
  private final TableSpec spec;
  private final int partition;
  private final RowStorage storage;
  private final RowRule rule;
  private final int[] lastSteps; // empty if the optimizer is not dense

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
    this.lastSteps = new int[spec.optimizer().dense() ? rows : 0];
  }

  /** Bytes of a partition with all rows touched. */
  public static long estimateBytes(TableSpec spec, long rows) {
    return rows * (RowStorage.rowBytes(spec) + (spec.optimizer().dense() ? Integer.BYTES : 0));
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
    final int dim = spec.dim();
    if (!spec.optimizer().dense()) {
      eachChunk(
          from,
          to,
          (first, end) -> storage.weights(rows, first, end, target, at + (first - from) * dim));
      return;
    }
    final Scratch scratch = new Scratch();
    eachChunk(
        from,
        to,
        (first, end) ->
            view(
                new Chunk(rows, first, end, step),
                scratch,
                (matrix, names, n, m) ->
                    copyWeights(matrix, names, n, m, target, at + (first - from) * dim)));
  }

  private static void copyWeights(
      SegmentedMatrix matrix, int[] names, int from, int to, float[] target, int at) {
    final int dim = matrix.dim();
    for (int i = from; i < to; i++) {
      float[] row = matrix.segment(names[i]);
      System.arraycopy(row, matrix.start(names[i]), target, at + (i - from) * dim, dim);
    }
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
    final Scratch scratch = new Scratch();
    for (int i = from; i < to; i++) { // one by one: a row may be repeated
      final int value = at + (i - from) * spec.dim();
      change(
          new Chunk(rows, i, i + 1, step),
          scratch,
          (matrix, names, first, end) ->
              write(matrix.segment(names[first]), matrix.start(names[first]), values, value, add));
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
    final Scratch scratch = new Scratch();
    eachChunk(
        from,
        to,
        (first, end) -> {
          final int[] lasts = moveLasts(new Chunk(rows, first, end, step));
          final int gradient = at + (first - from) * spec.dim();
          storage.change(
              rows,
              first,
              end,
              scratch,
              (matrix, names, n, m) ->
                  rule.update(matrix, names, n, m, lasts, gradients, gradient, step));
        });
  }

  /**
   * Multiplies all weights; slots stay as they are. Rows that are zeros because nothing was written
   * to them take no memory afterwards either.
   *
   * @param step the rows are brought to this step first
   */
  public void mult(float scalar, long step) {
    final Scratch scratch = new Scratch();
    for (int s = 0; s < storage.segments(); s++) {
      if (storage.alike(storage)) {
        if (!storage.blank(storage.firstRow(s))) {
          storage.scale(s, scalar);
        }
      } else {
        eachStretch(
            s,
            step,
            chunk -> {
              if (!storage.blank(chunk.first())) {
                change(
                    chunk,
                    scratch,
                    (matrix, names, first, end) ->
                        OptimizerKernels.BEST.scale(matrix, names, first, end, scalar));
              }
            });
      }
    }
  }

  /**
   * Adds the weights of another partition, times a scalar, to those of this one; slots stay as they
   * are. Rows of the other that are zeros because nothing was written to them change nothing.
   *
   * @param other has as many rows of as many weights; it may be this one
   * @param step the rows of both are taken at this step
   */
  public void multAdd(TablePartition other, float scalar, long step) {
    if (other.rows() != rows() || other.spec.dim() != spec.dim()) {
      throw new IllegalArgumentException(
          "%d x %d rows cannot be added to %d x %d"
              .formatted(other.rows(), other.spec.dim(), rows(), spec.dim()));
    }
    final Scratch scratch = new Scratch();
    final Scratch otherScratch = new Scratch();
    for (int s = 0; s < storage.segments(); s++) {
      if (storage.alike(other.storage) && other.storage.allocated(s)) {
        storage.addScaled(s, other.storage, scalar);
      } else {
        eachStretch(
            s,
            step,
            chunk -> {
              if (!other.storage.blank(chunk.first()) || !other.storage.blank(chunk.last())) {
                other.view(
                    chunk,
                    otherScratch,
                    (added, others, n, m) ->
                        change(
                            chunk,
                            scratch,
                            (matrix, names, first, end) ->
                                OptimizerKernels.BEST.addScaled(
                                    matrix, names, first, end, added, others, n, scalar)));
              }
            });
      }
    }
  }

  /**
   * Rows that are worked on together, at a step.
   *
   * @param rows {@code from .. to - 1} count
   */
  private record Chunk(int[] rows, int from, int to, long step) {
    int first() {
      return rows[from];
    }

    int last() {
      return rows[to - 1];
    }
  }

  private interface ChunkWork {
    void on(int from, int to);
  }

  private void eachChunk(int from, int to, ChunkWork work) {
    final int most = storage.chunk();
    for (int first = from; first < to; first += most) {
      work.on(first, Math.min(first + most, to));
    }
  }

  /** Works on all rows of a segment, a chunk at a time. */
  private void eachStretch(int segment, long step, Consumer<Chunk> work) {
    final int[] rows = new int[storage.chunk()];
    final int firstRow = storage.firstRow(segment);
    eachChunk(
        firstRow,
        firstRow + storage.rowsOf(segment),
        (first, end) -> {
          for (int row = first; row < end; row++) {
            rows[row - first] = row;
          }
          work.accept(new Chunk(rows, 0, end - first, step));
        });
  }

  /** Works on the weights of rows as they are after the step, without changing them. */
  private void view(Chunk chunk, Scratch scratch, RowStorage.Work work) {
    if (!spec.optimizer().dense()) {
      storage.view(chunk.rows, chunk.from, chunk.to, scratch, work);
      return;
    }
    final int[] lasts = lasts(chunk);
    storage.copy(
        chunk.rows,
        chunk.from,
        chunk.to,
        scratch,
        (matrix, names, first, end) -> {
          rule.advance(matrix, names, first, end, lasts, chunk.step);
          work.on(matrix, names, first, end);
        });
  }

  /** Brings rows to the step and changes them. */
  private void change(Chunk chunk, Scratch scratch, RowStorage.Work work) {
    final int[] lasts = moveLasts(chunk);
    storage.change(
        chunk.rows,
        chunk.from,
        chunk.to,
        scratch,
        (matrix, names, first, end) -> {
          rule.advance(matrix, names, first, end, lasts, chunk.step);
          work.on(matrix, names, first, end);
        });
  }

  /** Last steps of rows; none if rows do not remember them. */
  private int[] lasts(Chunk chunk) {
    int[] lasts = new int[lastSteps.length == 0 ? 0 : chunk.to - chunk.from];
    for (int i = 0; i < lasts.length; i++) {
      lasts[i] = lastSteps[chunk.rows[chunk.from + i]];
    }
    return lasts;
  }

  /** Last steps of rows, which are at the step afterwards. */
  private int[] moveLasts(Chunk chunk) {
    final int[] lasts = lasts(chunk);
    for (int i = 0; i < lasts.length; i++) {
      lastSteps[chunk.rows[chunk.from + i]] = (int) Math.max(lasts[i], chunk.step);
    }
    return lasts;
  }

  /**
   * Steps of rows that were replayed one by one so far, since a dense Adam has no closed form for
   * steps that a row has skipped: its cost over that of the steps themselves.
   */
  public long replayedSteps() {
    return rule.replayedSteps();
  }

  /** Brings the beginnings of rows into the cache, for a caller that is about to change them. */
  void touch(int[] rows, int from, int to) {
    storage.touchAllocated(rows, from, to);
  }

  /** Number of blocks, the runs of rows that a checkpoint writes as one; each about 1 MiB. */
  public int blocks() {
    return storage.blocks();
  }

  /** Rows of a block. */
  public int blockRows(int block) {
    return storage.blockRows(block);
  }

  /** Bytes of a block with all that training goes on from: last steps, weights, slots. */
  public int blockBytes(int block) {
    return storage.blockRows(block) * (storage.storedBytes() + stepBytes());
  }

  private int stepBytes() {
    return spec.optimizer().dense() ? Integer.BYTES : 0;
  }

  /** The blocks that were written to since this was asked last; they count as unwritten then. */
  public BitSet takeDirtyBlocks() {
    return storage.takeDirtyBlocks();
  }

  /** Counts blocks as written to. */
  public void markDirty(BitSet blocks) {
    storage.markDirty(blocks);
  }

  /**
   * Copies a block out; format at {@code TableBlock} in package {@code checkpoint}.
   *
   * @param target little-endian, has room for {@link #blockBytes}; its position is moved
   */
  public void copyBlock(int block, ByteBuffer target) {
    final int first = storage.firstOfBlock(block);
    for (int i = 0; i < (spec.optimizer().dense() ? blockRows(block) : 0); i++) {
      target.putInt(lastSteps[first + i]);
    }
    storage.copyRows(first, blockRows(block), target);
  }

  /**
   * Copies a block in, which does not make it dirty.
   *
   * @param source as {@link #copyBlock} has left it
   * @param step no row is ahead of it
   * @return false if a row is; nothing is copied then
   */
  public boolean restoreBlock(int block, ByteBuffer source, long step) {
    final int first = storage.firstOfBlock(block);
    int[] steps = new int[spec.optimizer().dense() ? blockRows(block) : 0];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = source.getInt();
      if (steps[i] < 0 || steps[i] > step) {
        return false;
      }
    }
    System.arraycopy(steps, 0, lastSteps, steps.length == 0 ? 0 : first, steps.length);
    storage.allocate(storage.segment(first));
    storage.restoreRows(first, blockRows(block), source);
    return true;
  }

  /**
   * Makes all rows real and counts them as written to: for kernels that write in place, before they
   * begin and again after each checkpoint.
   */
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

  private FloatStorage inPlace() {
    if (storage instanceof FloatStorage floats && spec.optimizer().slots() == 0) {
      return floats;
    }
    throw new IllegalStateException(
        "rows of table %s are not plain float32 rows".formatted(spec.name()));
  }
}
