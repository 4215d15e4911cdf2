// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.kernels.half.HalfRows;
import io.graphember.spi.FeaturePrecision;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/** The dense rows of a block, read as float32 where its bytes lie. Used by one thread. */
abstract class StoredRows {
  private final int count;

  private StoredRows(int count) {
    this.count = count;
  }

  /** No rows. */
  static StoredRows none() {
    return of(FeaturePrecision.FLOAT32, ByteBuffer.allocate(0), 0, 1);
  }

  /**
   * Rows.
   *
   * @param bytes hold {@code count} rows from their position on
   */
  static StoredRows of(FeaturePrecision precision, ByteBuffer bytes, int count, int dim) {
    return HalfRows.of(precision)
        .<StoredRows>map(format -> new Halves(format, bytes.asIntBuffer(), count, dim))
        .orElseGet(() -> new Floats(bytes.asFloatBuffer(), count, dim));
  }

  /** Number of rows. */
  final int count() {
    return count;
  }

  /**
   * Copies one row out.
   *
   * @param row {@code 0 .. count() - 1}
   * @param target receives all its floats
   */
  abstract void read(int row, float[] target);

  private static final class Floats extends StoredRows {
    private final FloatBuffer values;
    private final int dim;

    Floats(FloatBuffer values, int count, int dim) {
      super(count);
      this.values = values;
      this.dim = dim;
    }

    @Override
    void read(int row, float[] target) {
      values.get(row * dim, target, 0, dim);
    }
  }

  private static final class Halves extends StoredRows {
    private final HalfRows format;
    private final IntBuffer pairs;
    private final int dim;
    private final int[] packed;

    Halves(HalfRows format, IntBuffer pairs, int count, int dim) {
      super(count);
      this.format = format;
      this.pairs = pairs;
      this.dim = dim;
      this.packed = new int[HalfRows.packed(dim)];
    }

    @Override
    void read(int row, float[] target) {
      pairs.get(row * packed.length, packed);
      format.widen(packed, 0, dim, target, 0);
    }
  }
}
