// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.cache.ChunkCache;
import io.graphember.inference.cache.StaticCache;
import io.graphember.memory.RowMatrix;

/** The stored rows of one partition, read one by one through the dynamic cache. Any thread. */
final class StoredMatrix implements RowMatrix {
  private final int partition;
  private final StaticCache file;
  private final ChunkCache cache;

  StoredMatrix(int partition, StaticCache file, ChunkCache cache) {
    this.partition = partition;
    this.file = file;
    this.cache = cache;
  }

  @Override
  public int rows() {
    return file.rows();
  }

  @Override
  public int dim() {
    return file.columns();
  }

  @Override
  public void read(int row, float[] target, int offset) {
    ChunkCache.Chunk chunk = cache.hold(partition, row / file.chunkRows());
    System.arraycopy(chunk.values(), row % file.chunkRows() * dim(), target, offset, dim());
    cache.release(chunk);
  }

  @Override
  public void sum(int[] names, float[] weights, int from, int to, float[] target, int at) {
    final float[] row = new float[dim()];
    for (int i = from; i < to; i++) {
      read(names[i], row, 0);
      for (int j = 0; j < row.length; j++) {
        final float product = weights == null ? row[j] : weights[i] * row[j];
        target[at + j] = i == from ? product : target[at + j] + product;
      }
    }
  }
}
