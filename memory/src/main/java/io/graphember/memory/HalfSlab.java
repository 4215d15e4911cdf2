// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.kernels.SegmentedMatrix;
import io.graphember.kernels.half.HalfRows;
import java.util.Arrays;

/**
 * Rows of 16-bit floats in segments of arrays; a segment is allocated at its first write, an
 * untouched row reads as zeros. Reads are safe from any thread once writing is over; writes to
 * different rows of allocated segments do not disturb each other.
 */
final class HalfSlab extends HalfMatrix implements WritableRows {
  private static final int FIRST = 12; // 64 bytes with the header of an array

  private final int segmentRows;
  private final int[][] segments;
  private final SegmentedMatrix places;

  /**
   * A slab of zeros.
   *
   * @param rows number of rows, 0 or more
   * @param dim floats of a row, positive
   */
  HalfSlab(HalfRows format, int rows, int dim) {
    super(format, rows, dim);
    this.segmentRows = (int) Math.max(1, RowSlab.SEGMENT_BYTES / Integer.BYTES / stride);
    this.segments = new int[(int) ((rows + (long) segmentRows - 1) / segmentRows)][];
    this.places = new SegmentedMatrix(new float[0][], segmentRows, FIRST, stride, dim);
  }

  @Override
  public void allocate() {
    for (int s = 0; s < segments.length; s++) {
      if (segments[s] == null) {
        segments[s] = new int[segmentInts(s)];
      }
    }
  }

  private int segmentInts(int segment) {
    return FIRST + (int) Math.min(segmentRows, rows() - (long) segment * segmentRows) * stride;
  }

  @Override
  public void read(int row, float[] target, int offset) {
    final int[] segment = segments[places.number(row)];
    if (segment == null) {
      Arrays.fill(target, offset, offset + dim, 0f);
    } else {
      format.widen(segment, places.start(row), dim, target, offset);
    }
  }

  @Override
  public void write(int row, float[] source, int offset) {
    final int at = places.number(row);
    if (segments[at] == null) {
      segments[at] = new int[segmentInts(at)];
    }
    format.round(source, offset, dim, segments[at], places.start(row));
  }
}
