// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.Bfloat16Rows;
import io.graphember.kernels.SegmentedMatrix;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Where the rows of a partition lie: segments of at most 15 MiB, allocated and filled with initial
 * weights at the first write to a row of theirs. A segment is divided into 15 blocks of at most 1
 * MiB, which remember whether they were written to. With the header of an array a segment stays
 * within 16 MiB, so that a collector that rounds large arrays up to its regions wastes little.
 *
 * <p>The stride of a row is rounded up to a 64-byte line where that costs no more than a quarter,
 * and rows begin on lines, as far as a JVM aligns large arrays. Safe for use by several threads,
 * one at a time on a row.
 */
abstract class RowStorage {
  /** Most rows that are worked on at a time. */
  static final int CHUNK_ROWS = 128;

  private static final int CHUNK_VALUES = 1 << 15;
  private static final int VALUE_BYTES = 4; // of all arrays
  private static final int LINE = 64 / VALUE_BYTES;
  private static final int ARRAY_HEADER = 16 / VALUE_BYTES;
  private static final int BLOCK_VALUES = 1 << 18;
  private static final int SEGMENT_BLOCKS = 15; // 16 would just miss a power of two of bytes

  private final RowInitializer initializer;
  private final long initialKey;
  private final boolean[] dirty; // by block
  private final SegmentedMatrix places;

  final int rows;
  final int dim;
  final int rowValues; // weights and slots
  final int storedValues; // array elements that they take
  final int stride;
  final int segmentRows;
  private final int blockBits;

  RowStorage(TableSpec spec, int partition, int rows) {
    this.initializer = spec.initializer();
    this.initialKey = initializer.key(spec.name(), partition);
    this.rows = rows;
    this.dim = spec.dim();
    this.rowValues = spec.rowValues();
    this.storedValues = storedValues(spec);
    this.stride = stride(storedValues);
    this.blockBits = 31 - Integer.numberOfLeadingZeros(Math.max(1, BLOCK_VALUES / stride));
    this.segmentRows = SEGMENT_BLOCKS << blockBits;
    this.dirty = new boolean[ceiling(rows, 1 << blockBits)];
    this.places = new SegmentedMatrix(new float[0][], segmentRows, first(), stride, dim);
  }

  /** The storage of a new partition. */
  static RowStorage of(TableSpec spec, int partition, int rows) {
    return spec.precision() == Precision.FLOAT32
        ? new FloatStorage(spec, partition, rows)
        : new BfloatStorage(spec, partition, rows);
  }

  /** Bytes from one row to the next. */
  static long rowBytes(TableSpec spec) {
    return (long) VALUE_BYTES * stride(storedValues(spec));
  }

  private static int storedValues(TableSpec spec) {
    final int weights =
        spec.precision() == Precision.FLOAT32 ? spec.dim() : Bfloat16Rows.packed(spec.dim());
    return weights + spec.rowValues() - spec.dim();
  }

  private static int stride(int storedValues) {
    final int padded = (storedValues + LINE - 1) / LINE * LINE;
    return padded - storedValues <= storedValues / 4 ? padded : storedValues;
  }

  private static int ceiling(int rows, int each) {
    return (int) ((rows + (long) each - 1) / each);
  }

  /** Rows that are worked on. */
  @FunctionalInterface
  interface Work {
    /**
     * Works on rows.
     *
     * @param matrix their values
     * @param names names of the rows in the matrix, from {@code from} to {@code to - 1}
     */
    void on(SegmentedMatrix matrix, int[] names, int from, int to);
  }

  /** Most rows that are worked on at a time: what stays in the cache. */
  final int chunk() {
    return Math.max(1, Math.min(CHUNK_ROWS, CHUNK_VALUES / rowValues));
  }

  /** Changes rows {@code names[from .. to - 1]}, a chunk at most; their blocks become dirty. */
  final void change(int[] names, int from, int to, Scratch scratch, Work work) {
    for (int i = from; i < to; i++) {
      final int segment = segment(names[i]);
      if (!allocated(segment)) {
        allocate(segment);
      }
      if (!dirty[names[i] >>> blockBits]) { // read first: threads share these lines
        dirty[names[i] >>> blockBits] = true;
      }
    }
    touch(names, from, to);
    changeAllocated(names, from, to, scratch, work);
  }

  /** Works on copies of rows, with their slots; {@code names[from .. to - 1]}, a chunk at most. */
  final void copy(int[] names, int from, int to, Scratch scratch, Work work) {
    touchAllocated(names, from, to);
    final SegmentedMatrix copies = scratch.rows(to - from, rowValues, dim);
    for (int i = from; i < to; i++) {
      final int at = copies.start(i - from);
      if (allocated(segment(names[i]))) {
        load(names[i], copies.segment(0), at);
      } else {
        initial(names[i], copies.segment(0), at);
      }
    }
    work.on(copies, Scratch.names(), 0, to - from);
  }

  /** Works on weights that it does not change; {@code names[from .. to - 1]}, a chunk at most. */
  void view(int[] names, int from, int to, Scratch scratch, Work work) {
    final SegmentedMatrix copies = scratch.rows(to - from, dim, dim);
    weights(names, from, to, copies.segment(0), 0);
    work.on(copies, Scratch.names(), 0, to - from);
  }

  /** Copies weights out, one row after the other. */
  final void weights(int[] names, int from, int to, float[] target, int at) {
    touchAllocated(names, from, to);
    for (int i = from; i < to; i++) {
      if (allocated(segment(names[i]))) {
        loadWeights(names[i], target, at + (i - from) * dim);
      } else {
        initial(names[i], target, at + (i - from) * dim);
      }
    }
  }

  /** Brings the beginnings of rows into the cache, if they have segments. */
  final void touchAllocated(int[] names, int from, int to) {
    if (allocated(names, from, to)) {
      touch(names, from, to);
    }
  }

  /** True if all of these rows have segments. */
  final boolean allocated(int[] names, int from, int to) {
    boolean all = true;
    for (int i = from; i < to; i++) {
      all &= allocated(segment(names[i]));
    }
    return all;
  }

  /** Number of the segment of a row. */
  final int segment(int row) {
    return places.number(row);
  }

  /** Index of a row in its segment. */
  final int start(int row) {
    return places.start(row);
  }

  /** Index of a segment's first row, which begins a line. */
  static int first() {
    return LINE - ARRAY_HEADER;
  }

  /** Initial weights as they read once they are stored. */
  void initial(int row, float[] target, int at) {
    initializer.fill(initialKey, row, dim, target, at);
  }

  /** True if values of rows lie as those of another do, and nothing but weights. */
  final boolean alike(RowStorage other) {
    return getClass() == other.getClass()
        && dim == other.dim
        && rowValues == dim
        && other.rowValues == dim;
  }

  /** Multiplies all weights of a segment where they lie; they are all that rows have. */
  final void scale(int segment, float factor) {
    allocate(segment);
    markDirty(segment);
    scaleAllocated(segment, factor);
  }

  /**
   * Adds all weights of an allocated segment of rows that are {@linkplain #alike alike}, times a
   * factor, to those of the same segment where they lie.
   */
  final void addScaled(int segment, RowStorage other, float factor) {
    allocate(segment);
    markDirty(segment);
    addScaledAllocated(segment, other, factor);
  }

  private void markDirty(int segment) {
    final int from = firstRow(segment) >>> blockBits;
    Arrays.fill(dirty, from, Math.min(from + SEGMENT_BLOCKS, dirty.length), true);
  }

  abstract void scaleAllocated(int segment, float factor);

  abstract void addScaledAllocated(int segment, RowStorage other, float factor);

  abstract void changeAllocated(int[] names, int from, int to, Scratch scratch, Work work);

  /** Brings the beginnings of rows of allocated segments into the cache. */
  abstract void touch(int[] names, int from, int to);

  /** Weights and slots of a row of an allocated segment. */
  abstract void load(int row, float[] target, int at);

  /** Weights of a row of an allocated segment. */
  abstract void loadWeights(int row, float[] target, int at);

  /** Copies rows of one block out as they are stored, of an allocated segment. */
  abstract void copyRows(int firstRow, int count, ByteBuffer target);

  /** Copies rows of one block in, of an allocated segment. */
  abstract void restoreRows(int firstRow, int count, ByteBuffer source);

  abstract boolean allocated(int segment);

  /** Makes a segment, and shows it when it is filled. */
  abstract void create(int segment);

  /** Makes a segment real; does nothing if it is. */
  final synchronized void allocate(int segment) {
    if (!allocated(segment)) {
      create(segment);
    }
  }

  /** Before a new segment is shown to other threads: they see what it holds. */
  static void publish() {
    VarHandle.releaseFence();
  }

  /** True if a row was never written to, nor one of its segment, and is zeros. */
  final boolean blank(int row) {
    return initializer instanceof RowInitializer.Zeros && !allocated(segment(row));
  }

  /** Number of segments. */
  final int segments() {
    return ceiling(rows, segmentRows);
  }

  final int firstRow(int segment) {
    return segment * segmentRows;
  }

  /** Rows of one segment. */
  final int rowsOf(int segment) {
    return (int) Math.min(segmentRows, rows - (long) firstRow(segment));
  }

  /** Elements of a segment's array. */
  final int segmentValues(int segment) {
    return first() + rowsOf(segment) * stride;
  }

  /** Number of blocks. */
  final int blocks() {
    return dirty.length;
  }

  final int firstOfBlock(int block) {
    return block << blockBits;
  }

  /** Rows of a block. */
  final int blockRows(int block) {
    return (int) Math.min(1L << blockBits, rows - (long) firstOfBlock(block));
  }

  /** Bytes of a row in a block. */
  final int storedBytes() {
    return storedValues * VALUE_BYTES;
  }

  final BitSet takeDirtyBlocks() {
    BitSet taken = new BitSet(dirty.length);
    for (int b = 0; b < dirty.length; b++) {
      taken.set(b, dirty[b]);
      dirty[b] = false;
    }
    return taken;
  }

  final void markDirty(BitSet blocks) {
    blocks.stream().forEach(b -> dirty[b] = true);
  }

  final void markAllDirty() {
    Arrays.fill(dirty, true);
  }
}
