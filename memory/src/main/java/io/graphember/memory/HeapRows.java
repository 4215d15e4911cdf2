// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.kernels.half.HalfRows;
import io.graphember.spi.FeaturePrecision;
import java.nio.FloatBuffer;
import java.util.function.Consumer;

/** Rows in slabs. */
final class HeapRows implements RowStorage {
  @Override
  public DenseRows fill(FeaturePrecision precision, int rows, int dim, Consumer<RowSink> writer) {
    final WritableRows slab =
        HalfRows.of(precision)
            .<WritableRows>map(format -> new HalfSlab(format, rows, dim))
            .orElseGet(() -> new RowSlab(rows, dim));
    writer.accept(slab);
    return slab;
  }

  @Override
  public FloatBuffer keep(float[] chunk) {
    return FloatBuffer.wrap(chunk);
  }

  @Override
  public long heapBytes(long bytes) {
    return bytes;
  }
}
