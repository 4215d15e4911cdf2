// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.id.BlockKey;
import io.graphember.graph.store.RowBlock;
import io.graphember.partition.staging.VertexReader;
import io.graphember.spi.CsrRows;

/** Writes the features of vertices that are not zero into the blocks of one table, as they come. */
final class SparseBlocks {
  private final BlockSink sink;
  private final int partition;
  private final int table;
  private final int dim;
  private CsrRows.Builder rows; // of the block that is being filled
  private int count;
  private int blocks;
  private long entries;

  SparseBlocks(BlockSink sink, int partition, int table, int dim) {
    this.sink = sink;
    this.partition = partition;
    this.table = table;
    this.dim = dim;
    rows = new CsrRows.Builder(dim, 0, dim);
  }

  /** Takes the features of the next vertex. */
  void add(VertexReader columns, int row) {
    columns.appendFeatures(row, rows);
    count++;
    if (count == RowBlock.rowsPerBlock(dim)) {
      flush();
    }
  }

  /** Writes what is left; how many features of all vertices are not zero. */
  long end() {
    if (count > 0) {
      flush();
    }
    return entries;
  }

  private void flush() {
    CsrRows block = rows.build();
    entries += block.entries();
    sink.put(BlockKey.of(partition, table, blocks++), RowBlock.encode(block));
    rows = new CsrRows.Builder(dim, count, dim);
    count = 0;
  }
}
