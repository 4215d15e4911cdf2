// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.kernels.half.HalfRows;
import java.nio.IntBuffer;

/**
 * Rows of 16-bit floats in a mapped file; as {@link MappedRows} otherwise. Immutable; safe for any
 * thread.
 */
final class MappedHalfRows extends HalfMatrix {
  private final int segmentBits;
  private final IntBuffer[] segments;

  /**
   * Rows of a file.
   *
   * @param segmentBits of the rows of a segment the binary logarithm
   * @param segments rows one after the other, in native byte order
   */
  MappedHalfRows(HalfRows format, int rows, int dim, int segmentBits, IntBuffer[] segments) {
    super(format, rows, dim);
    this.segmentBits = segmentBits;
    this.segments = segments;
  }

  @Override
  public void read(int row, float[] target, int offset) {
    final int[] packed = Scratch.of(dim).packed;
    final int start = (row & (1 << segmentBits) - 1) * stride;
    segments[row >>> segmentBits].get(start, packed, 0, HalfRows.packed(dim));
    format.widen(packed, 0, dim, target, offset);
  }
}
