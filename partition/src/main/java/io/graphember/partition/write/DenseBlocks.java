// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.id.BlockKey;
import io.graphember.graph.store.RowBlock;
import io.graphember.spi.FeaturePrecision;

/** Writes some columns of dense rows into the blocks of one table, as the rows come. */
final class DenseBlocks {
  private final BlockSink sink;
  private final int partition;
  private final int table;
  private final int firstColumn;
  private final int dim;
  private final FeaturePrecision precision;
  private final float[] rows; // of the block that is being filled
  private int count;
  private int blocks;

  /**
   * No rows.
   *
   * @param firstColumn first column that is written
   * @param dim how many columns are written, 0 or more
   * @param precision how they are written
   * @param most how many rows come at most
   */
  DenseBlocks(
      BlockSink sink,
      int partition,
      int table,
      int firstColumn,
      int dim,
      FeaturePrecision precision,
      int most) {
    this.precision = precision;
    this.sink = sink;
    this.partition = partition;
    this.table = table;
    this.firstColumn = firstColumn;
    this.dim = dim;
    rows = new float[dim == 0 ? 0 : Math.min(RowBlock.rowsPerBlock(dim), Math.max(1, most)) * dim];
  }

  /** Takes the next row, with all its columns. */
  void add(float[] row) {
    if (dim == 0) {
      return;
    }
    System.arraycopy(row, firstColumn, rows, count++ * dim, dim);
    if (count == RowBlock.rowsPerBlock(dim)) {
      flush();
    }
  }

  /** Writes what is left. */
  void end() {
    if (count > 0) {
      flush();
    }
  }

  private void flush() {
    sink.put(BlockKey.of(partition, table, blocks++), RowBlock.encode(precision, rows, count, dim));
    count = 0;
  }
}
