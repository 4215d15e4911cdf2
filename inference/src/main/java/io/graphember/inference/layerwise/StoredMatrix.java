// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.cache.ChunkCache;
import io.graphember.inference.cache.StaticCache;
import io.graphember.memory.RowMatrix;
import org.jspecify.annotations.Nullable;

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

  /**
   * Copies consecutive rows out; a chunk is asked for once.
   *
   * @param target receives row i from {@code i * stride} on
   */
  void readAll(int first, int count, float[] target, int stride) {
    for (int from = first; from < first + count; ) {
      final int number = from / file.chunkRows();
      final int to = Math.min(first + count, (number + 1) * file.chunkRows());
      ChunkCache.Chunk chunk = cache.hold(partition, number);
      for (int row = from; row < to; row++) {
        final int at = row % file.chunkRows() * dim();
        System.arraycopy(chunk.values(), at, target, (row - first) * stride, dim());
      }
      cache.release(chunk);
      from = to;
    }
  }

  @Override
  public void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
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
