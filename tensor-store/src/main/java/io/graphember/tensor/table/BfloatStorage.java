// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.memory.kernel.BfloatRows;
import java.nio.ByteBuffer;
import java.nio.ShortBuffer;

/** Rows in {@code short[]}, worked on as copies in float32 that are written back. */
final class BfloatStorage extends RowStorage {
  private final short[][] segments;
  private final int slotValues;

  BfloatStorage(TableSpec spec, int partition, int rows) {
    super(spec, partition, rows);
    this.segments = new short[segments()][];
    this.slotValues = rowValues - dim;
  }

  @Override
  void changeAllocated(int[] names, int from, int to, Work work) {
    copy(
        names,
        from,
        to,
        (copies, numbers, first, end) -> {
          work.on(copies, numbers, first, end);
          for (int i = first; i < end; i++) {
            store(copies.segment(i), copies.start(i), names[from + i]);
          }
        });
  }

  private void store(float[] source, int at, int row) {
    BfloatRows.BEST.store(source, at, dim, slotValues, segment(row), start(row));
  }

  @Override
  void load(int row, float[] target, int at) {
    BfloatRows.BEST.load(segment(row), start(row), dim, slotValues, target, at);
  }

  @Override
  void loadWeights(int row, float[] target, int at) {
    BfloatRows.BEST.load(segment(row), start(row), dim, 0, target, at);
  }

  private short[] segment(int row) {
    return segments[row >>> segmentBits];
  }

  private int start(int row) {
    return first + (row & ((1 << segmentBits) - 1)) * stride;
  }

  @Override
  void copyRows(int firstRow, int count, ByteBuffer target) {
    ShortBuffer values = target.asShortBuffer();
    for (int row = firstRow; row < firstRow + count; row++) {
      values.put(segment(row), start(row), storedBytes() / Short.BYTES);
    }
    target.position(target.position() + count * storedBytes());
  }

  @Override
  void restoreRows(int firstRow, int count, ByteBuffer source) {
    ShortBuffer values = source.asShortBuffer();
    for (int row = firstRow; row < firstRow + count; row++) {
      values.get(segment(row), start(row), storedBytes() / Short.BYTES);
    }
  }

  @Override
  boolean allocated(int segment) {
    return segments[segment] != null;
  }

  @Override
  void create(int segment) {
    short[] values = new short[first + segmentRows(segment) * stride];
    float[] weights = new float[dim];
    for (int r = 0; r < segmentRows(segment); r++) {
      initial(firstRow(segment) + r, weights, 0);
      BfloatRows.BEST.store(weights, 0, dim, 0, values, first + r * stride);
    }
    publish();
    segments[segment] = values;
  }
}
