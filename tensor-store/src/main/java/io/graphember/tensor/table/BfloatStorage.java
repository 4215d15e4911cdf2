// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.Bfloat16Rows;
import io.graphember.kernels.ScaledAdd;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/** Rows packed into {@code int[]}, worked on as copies in float32 that are written back. */
final class BfloatStorage extends RowStorage {
  private final int[][] segments;
  private final int slotValues;
  private int touched; // so that the reads are made; its value means nothing

  BfloatStorage(TableSpec spec, int partition, int rows) {
    super(spec, partition, rows);
    this.segments = new int[segments()][];
    this.slotValues = rowValues - dim;
  }

  @Override
  void scaleAllocated(int segment, float factor) {
    ScaledAdd.BEST.scale(segments[segment], first(), rowsOf(segment) * stride, factor);
  }

  @Override
  void addScaledAllocated(int segment, RowStorage other, float factor) {
    ScaledAdd.BEST.addScaled(
        segments[segment],
        first(),
        rowsOf(segment) * stride,
        ((BfloatStorage) other).segments[segment],
        factor);
  }

  @Override
  void changeAllocated(int[] names, int from, int to, Scratch scratch, Work work) {
    copy(
        names,
        from,
        to,
        scratch,
        (copies, numbers, first, end) -> {
          work.on(copies, numbers, first, end);
          for (int i = first; i < end; i++) {
            store(copies.segment(i), copies.start(i), names[from + i]);
          }
        });
  }

  private void store(float[] source, int at, int row) {
    Bfloat16Rows.BEST.store(source, at, dim, slotValues, values(row), start(row));
  }

  private int[] values(int row) {
    return segments[segment(row)];
  }

  @Override
  void touch(int[] names, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += values(names[i])[start(names[i])];
    }
    touched = sum;
  }

  @Override
  void load(int row, float[] target, int at) {
    Bfloat16Rows.BEST.load(values(row), start(row), dim, slotValues, target, at);
  }

  @Override
  void loadWeights(int row, float[] target, int at) {
    Bfloat16Rows.BEST.load(values(row), start(row), dim, 0, target, at);
  }

  @Override
  void initial(int row, float[] target, int at) {
    super.initial(row, target, at);
    int[] stored = new int[Bfloat16Rows.packed(dim)];
    Bfloat16Rows.BEST.store(target, at, dim, 0, stored, 0);
    Bfloat16Rows.BEST.load(stored, 0, dim, 0, target, at);
  }

  @Override
  void copyRows(int firstRow, int count, ByteBuffer target) {
    IntBuffer values = target.asIntBuffer();
    for (int row = firstRow; row < firstRow + count; row++) {
      values.put(values(row), start(row), storedValues);
    }
    target.position(target.position() + count * storedBytes());
  }

  @Override
  void restoreRows(int firstRow, int count, ByteBuffer source) {
    IntBuffer values = source.asIntBuffer();
    for (int row = firstRow; row < firstRow + count; row++) {
      values.get(values(row), start(row), storedValues);
    }
  }

  @Override
  boolean allocated(int segment) {
    return segments[segment] != null;
  }

  @Override
  void create(int segment) {
    int[] values = new int[segmentValues(segment)];
    float[] weights = new float[dim];
    for (int r = 0; r < rowsOf(segment); r++) {
      initial(firstRow(segment) + r, weights, 0);
      Bfloat16Rows.BEST.store(weights, 0, dim, 0, values, first() + r * stride);
    }
    publish();
    segments[segment] = values;
  }
}
