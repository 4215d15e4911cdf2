// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.memory.kernel.SegmentedRows;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Where the rows of a partition lie: segments of about 16 MiB, allocated and filled with initial
 * weights at the first write to a row of theirs. A segment is divided into blocks of about 1 MiB,
 * which remember whether they were written to.
 *
 * <p>The stride of a row is rounded up to a 64-byte line where that costs no more than a quarter,
 * and rows begin on lines, as far as a JVM aligns large arrays. Safe for use by several threads,
 * one at a time on a row.
 */
abstract class RowStorage {
  /** Most rows that are worked on at a time. */
  static final int CHUNK = 128;

  private static final int LINE_BYTES = 64;
  private static final int ARRAY_HEADER_BYTES = 16;
  private static final int SEGMENT_BYTES = 1 << 24;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int SCRATCH_VALUES = 1 << 16;

  private final RowInitializer initializer;
  private final long initialKey;
  private final boolean[] dirty; // by block
  private final int valueBytes; // of a weight

  final int rows;
  final int dim;
  final int rowValues; // float32: weights and slots
  final int stride;
  final int first; // index of the first row of a segment
  final int segmentBits;
  final int blockBits;

  RowStorage(TableSpec spec, int partition, int rows) {
    this.valueBytes = valueBytes(spec);
    this.initializer = spec.initializer();
    this.initialKey = initializer.key(spec.name(), partition);
    this.rows = rows;
    this.dim = spec.dim();
    this.rowValues = spec.rowValues();
    this.stride = stride(spec);
    this.first = (LINE_BYTES - ARRAY_HEADER_BYTES) / valueBytes;
    this.segmentBits = rowBits(SEGMENT_BYTES, stride * valueBytes);
    this.blockBits = Math.min(segmentBits, rowBits(BLOCK_BYTES, stride * valueBytes));
    this.dirty = new boolean[ceiling(rows, blockBits)];
  }

  /** The storage of a new partition. */
  static RowStorage of(TableSpec spec, int partition, int rows) {
    return spec.precision() == Precision.FLOAT32
        ? new FloatStorage(spec, partition, rows)
        : new BfloatStorage(spec, partition, rows);
  }

  /** Bytes from one row to the next. */
  static long rowBytes(TableSpec spec) {
    return (long) stride(spec) * valueBytes(spec);
  }

  /** Bytes of a row without what rounds it up. */
  final int storedBytes() {
    return dim * valueBytes + (rowValues - dim) * Float.BYTES;
  }

  private static int valueBytes(TableSpec spec) {
    return spec.precision() == Precision.FLOAT32 ? Float.BYTES : Short.BYTES;
  }

  /** Array elements from one row to the next: a slot takes two of 16 bits. */
  private static int stride(TableSpec spec) {
    final int storedValues =
        spec.precision() == Precision.FLOAT32
            ? spec.rowValues()
            : 2 * spec.rowValues() - spec.dim();
    final int line = LINE_BYTES / valueBytes(spec);
    final int padded = (storedValues + line - 1) / line * line;
    return padded - storedValues <= storedValues / 4 ? padded : storedValues;
  }

  /** The most rows, as a power of two, that fit so many bytes; at least one row. */
  private static int rowBits(int bytes, int rowBytes) {
    return 31 - Integer.numberOfLeadingZeros(Math.max(1, bytes / rowBytes));
  }

  static int ceiling(int rows, int bits) {
    return (int) ((rows + (1L << bits) - 1) >>> bits);
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
    void on(SegmentedRows matrix, int[] names, int from, int to);
  }

  /**
   * Changes rows: allocates their segments and marks their blocks first.
   *
   * @param names rows; {@code from .. to - 1} count, at most {@link #chunk()}
   */
  final void change(int[] names, int from, int to, Work work) {
    for (int i = from; i < to; i++) {
      final int segment = names[i] >>> segmentBits;
      if (!allocated(segment)) {
        allocate(segment);
      }
      dirty[names[i] >>> blockBits] = true;
    }
    changeAllocated(names, from, to, work);
  }

  abstract void changeAllocated(int[] names, int from, int to, Work work);

  /**
   * Works on copies of rows.
   *
   * @param names rows; {@code from .. to - 1} count, at most {@link #chunk()}
   */
  final void copy(int[] names, int from, int to, Work work) {
    SegmentedRows copies = scratch(to - from);
    for (int i = from; i < to; i++) {
      final int at = copies.start(i - from);
      if (allocated(names[i] >>> segmentBits)) {
        load(names[i], copies.segments()[0], at);
      } else {
        initial(names[i], copies.segments()[0], at);
      }
    }
    work.on(copies, numbers(to - from), 0, to - from);
  }

  /** The weights of one row. */
  final void weights(int row, float[] target, int at) {
    if (allocated(row >>> segmentBits)) {
      loadWeights(row, target, at);
    } else {
      initial(row, target, at);
    }
  }

  /** Rows that are worked on at a time. */
  final int chunk() {
    return Math.max(1, Math.min(CHUNK, SCRATCH_VALUES / rowValues));
  }

  /** A matrix of so many rows. */
  final SegmentedRows scratch(int count) {
    return new SegmentedRows(new float[][] {new float[count * rowValues]}, 31, 0, rowValues, dim);
  }

  /** 0, 1, ... */
  static int[] numbers(int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i;
    }
    return numbers;
  }

  /** A row's values from its segment, which is allocated. */
  abstract void load(int row, float[] target, int at);

  abstract void loadWeights(int row, float[] target, int at);

  abstract boolean allocated(int segment);

  abstract void create(int segment);

  /** True if the rows of a segment were never written to and are zeros. */
  final boolean blank(int segment) {
    return initializer instanceof RowInitializer.Zeros && !allocated(segment);
  }

  final void initial(int row, float[] target, int at) {
    initializer.fill(initialKey, row, dim, target, at);
  }

  /** Number of segments. */
  final int segments() {
    return ceiling(rows, segmentBits);
  }

  final int firstRow(int segment) {
    return segment << segmentBits;
  }

  /** Rows of a segment. */
  final int segmentRows(int segment) {
    return (int) Math.min(1L << segmentBits, rows - (long) firstRow(segment));
  }

  /** Makes a segment real; does nothing if it is. */
  final synchronized void allocate(int segment) {
    if (!allocated(segment)) {
      create(segment);
    }
  }

  /** Before a new segment is shown to others: what it holds is seen with it. */
  static void publish() {
    VarHandle.releaseFence();
  }

  /** Number of blocks. */
  final int blocks() {
    return dirty.length;
  }

  /** Rows of a block. */
  final int blockRows(int block) {
    return (int) Math.min(1L << blockBits, rows - ((long) block << blockBits));
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

  /** Copies rows of one block out as they are stored, of an allocated segment. */
  abstract void copyRows(int firstRow, int count, ByteBuffer target);

  /** Copies rows of one block in, of an allocated segment. */
  abstract void restoreRows(int firstRow, int count, ByteBuffer source);

  final void markAllDirty() {
    Arrays.fill(dirty, true);
  }
}
