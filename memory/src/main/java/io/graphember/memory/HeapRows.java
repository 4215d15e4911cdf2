// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.FloatBuffer;
import java.util.function.Consumer;

/** Rows in slabs. */
final class HeapRows implements RowStorage {
  @Override
  public DenseRows fill(int rows, int dim, Consumer<RowSink> writer) {
    final RowSlab slab = new RowSlab(rows, dim);
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
