// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.kernels.SegmentSum;
import io.graphember.kernels.SegmentedMatrix;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A {@code rows x dim} matrix of floats in segments of primitive arrays; a segment is allocated at
 * its first write, an untouched row reads as zeros.
 *
 * <p>The stride of a row is {@code dim} rounded up to 16 floats, a 64-byte line, where that costs
 * no more than a quarter, and rows begin on lines, as far as a JVM aligns large arrays. Reads are
 * safe from any thread once writing is over; writes to different rows of allocated segments do not
 * disturb each other.
 */
public final class RowSlab implements WritableRows {
  private static final int LINE = 16;
  private static final int FIRST = LINE - 16 / Float.BYTES; // behind the header of an array
  private static final int SEGMENT_FLOATS = 15 << 18; // 16 would just miss a power of two of bytes

  /** Bytes of a segment at most, but for rows longer than that. */
  public static final long SEGMENT_BYTES = 4L * SEGMENT_FLOATS;

  private final int rows;
  private final int dim;
  private final int stride;
  private final int segmentRows;
  private final float[][] segments;
  private final SegmentedMatrix places;

  /**
   * A slab of zeros.
   *
   * @param rows number of rows, 0 or more
   * @param dim floats of a row, positive
   */
  public RowSlab(int rows, int dim) {
    if (rows < 0 || dim < 1) {
      throw new IllegalArgumentException(
          "need rows >= 0 and dim >= 1: rows=%d dim=%d".formatted(rows, dim));
    }
    this.rows = rows;
    this.dim = dim;
    this.stride = stride(dim);
    this.segmentRows = Math.max(1, SEGMENT_FLOATS / stride);
    this.segments = new float[(int) ((rows + (long) segmentRows - 1) / segmentRows)][];
    this.places = new SegmentedMatrix(segments, segmentRows, FIRST, stride, dim);
  }

  /** {@inheritDoc} Those of the last segment are copied. */
  @Override
  public RowSlab extended(int more) {
    RowSlab longer = new RowSlab(more, dim);
    System.arraycopy(segments, 0, longer.segments, 0, segments.length);
    final int last = segments.length - 1;
    if (last >= 0 && segments[last] != null) {
      longer.segments[last] = Arrays.copyOf(segments[last], longer.segmentFloats(last));
    }
    return longer;
  }

  @Override
  public long extendedBytes(int more) {
    final long shared = (long) Math.max(0, segments.length - 1) * segmentRows;
    return estimateBytes(more - shared, dim);
  }

  private int segmentFloats(int segment) {
    return FIRST + (int) Math.min(segmentRows, rows - (long) segment * segmentRows) * stride;
  }

  @Override
  public void allocate() {
    for (int s = 0; s < segments.length; s++) {
      if (segments[s] == null) {
        segments[s] = new float[segmentFloats(s)];
      }
    }
  }

  /** Bytes of a slab with all segments allocated. */
  public static long estimateBytes(long rows, int dim) {
    return 4L * stride(dim) * rows;
  }

  /** Floats from one row to the next. */
  static int stride(int dim) {
    int padded = (dim + LINE - 1) / LINE * LINE;
    return padded - dim <= dim / 4 ? padded : dim;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int dim() {
    return dim;
  }

  @Override
  public void read(int row, float[] target, int offset) {
    float[] segment = places.segment(row);
    if (segment == null) {
      Arrays.fill(target, offset, offset + dim, 0f);
    } else {
      System.arraycopy(segment, places.start(row), target, offset, dim);
    }
  }

  @Override
  public void read(int row, FloatBuffer target, int offset) {
    final float[] segment = places.segment(row);
    if (segment == null) {
      target.put(offset, new float[dim]);
    } else {
      target.put(offset, segment, places.start(row), dim);
    }
  }

  @Override
  public void write(int row, float[] source, int offset) {
    final int at = places.number(row);
    if (segments[at] == null) {
      segments[at] = new float[segmentFloats(at)];
    }
    System.arraycopy(source, offset, segments[at], places.start(row), dim);
  }

  /** {@inheritDoc} The bits are the same whether rows lie in one segment or in many. */
  @Override
  public void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    boolean allocated = true;
    for (int i = from; i < to; i++) {
      allocated &= places.segment(names[i]) != null;
    }
    if (allocated) {
      SegmentSum.BEST.sum(places, names, weights, from, to, target, at);
    } else {
      sumUntouched(names, weights, from, to, target, at);
    }
  }

  /** The same where some of the rows were never written. */
  private void sumUntouched(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    float[] row = new float[dim];
    for (int i = from; i < to; i++) {
      read(names[i], row, 0);
      for (int j = 0; j < dim; j++) {
        float product = weights == null ? row[j] : weights[i] * row[j];
        target[at + j] = i == from ? product : target[at + j] + product;
      }
    }
  }
}
