// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.ScaledAdd;
import io.graphember.kernels.SegmentedMatrix;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** Rows in {@code float[]}, worked on in place. */
final class FloatStorage extends RowStorage {
  private final float[][] segments;
  private final SegmentedMatrix matrix;
  private float touched; // so that the reads are made; its value means nothing

  FloatStorage(TableSpec spec, int partition, int rows) {
    super(spec, partition, rows);
    this.segments = new float[segments()][];
    this.matrix = new SegmentedMatrix(segments, segmentRows, first(), stride, dim);
  }

  SegmentedMatrix matrix() {
    return matrix;
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
        ((FloatStorage) other).segments[segment],
        factor);
  }

  @Override
  void changeAllocated(int[] names, int from, int to, Scratch scratch, Work work) {
    work.on(matrix, names, from, to);
  }

  @Override
  void view(int[] names, int from, int to, Scratch scratch, Work work) {
    if (allocated(names, from, to)) {
      work.on(matrix, names, from, to);
    } else {
      super.view(names, from, to, scratch, work);
    }
  }

  @Override
  void touch(int[] names, int from, int to) {
    touched = matrix.touch(names, from, to);
  }

  @Override
  void load(int row, float[] target, int at) {
    System.arraycopy(matrix.segment(row), start(row), target, at, rowValues);
  }

  @Override
  void loadWeights(int row, float[] target, int at) {
    System.arraycopy(matrix.segment(row), start(row), target, at, dim);
  }

  @Override
  void copyRows(int firstRow, int count, ByteBuffer target) {
    FloatBuffer values = target.asFloatBuffer();
    for (int row = firstRow; row < firstRow + count; row++) {
      values.put(matrix.segment(row), start(row), storedValues);
    }
    target.position(target.position() + count * storedBytes());
  }

  @Override
  void restoreRows(int firstRow, int count, ByteBuffer source) {
    FloatBuffer values = source.asFloatBuffer();
    for (int row = firstRow; row < firstRow + count; row++) {
      values.get(matrix.segment(row), start(row), storedValues);
    }
  }

  @Override
  boolean allocated(int segment) {
    return segments[segment] != null;
  }

  @Override
  void create(int segment) {
    float[] values = new float[segmentValues(segment)];
    for (int r = 0; r < rowsOf(segment); r++) {
      initial(firstRow(segment) + r, values, first() + r * stride);
    }
    publish();
    segments[segment] = values;
  }
}
