// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.kernels.half.HalfRows;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Rows of 16-bit floats, which are read as float32. Sums are those of the widened rows, added in
 * float32 in the order of rows that were stored so.
 */
abstract class HalfMatrix implements DenseRows {
  final HalfRows format;
  private final int rows;
  final int dim;
  final int stride; // ints from one row to the next

  HalfMatrix(HalfRows format, int rows, int dim) {
    this.format = format;
    this.rows = rows;
    this.dim = dim;
    this.stride = RowSlab.stride(HalfRows.packed(dim));
  }

  @Override
  public final int rows() {
    return rows;
  }

  @Override
  public final int dim() {
    return dim;
  }

  @Override
  public final void read(int row, FloatBuffer target, int offset) {
    final float[] widened = Scratch.of(dim).widened;
    read(row, widened, 0);
    target.put(offset, widened, 0, dim);
  }

  @Override
  public final void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    RowSums.of(dim).sum(this, names, weights, from, to, target, at);
  }

  @Override
  public final WritableRows extended(int more) {
    return new StackedRows(this, new HalfSlab(format, more - rows, dim));
  }

  @Override
  public final long extendedBytes(int more) {
    return RowSlab.estimateBytes(more - rows, HalfRows.packed(dim));
  }

  /** Where a thread has one row at a time. */
  static final class Scratch {
    private static final ThreadLocal<Scratch> LAST = ThreadLocal.withInitial(() -> new Scratch(0));

    /** As it is read. */
    final float[] widened;

    /** As it is stored. */
    final int[] packed;

    private Scratch(int dim) {
      widened = new float[dim];
      packed = new int[HalfRows.packed(dim)];
    }

    /** For rows of so many floats, or fewer. */
    static Scratch of(int dim) {
      Scratch scratch = LAST.get();
      if (scratch.widened.length < dim) {
        scratch = new Scratch(dim);
        LAST.set(scratch);
      }
      return scratch;
    }
  }
}
