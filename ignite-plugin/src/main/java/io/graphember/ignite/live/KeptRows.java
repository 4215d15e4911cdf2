// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.live;

import io.graphember.memory.RowSlab;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.CheckpointReader;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.loop.LearnedRows;
import java.io.Serializable;
import java.util.List;
import org.apache.ignite.Ignite;

/**
 * The rows that were learned with a model, where its job has left them. Immutable; travels between
 * nodes; any thread.
 */
public final class KeptRows implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String cache;
  private final byte[] manifest;

  /**
   * Rows in a cache.
   *
   * @param manifest of the table in it
   */
  public KeptRows(String cache, byte[] manifest) {
    this.cache = cache;
    this.manifest = manifest;
  }

  /** Name of the cache. */
  public String cache() {
    return cache;
  }

  /**
   * Bytes of a partition while it is read.
   *
   * @param rows masters of the partition
   * @param dim floats of a row
   */
  public static long estimateBytes(long rows, int dim) {
    return TablePartition.estimateBytes(LearnedRows.best(dim), rows)
        + RowSlab.estimateBytes(rows, dim);
  }

  /**
   * Reads the rows of a partition.
   *
   * @param rows masters of the partition
   * @param dim floats of a row
   * @return a row for each master
   * @throws io.graphember.spi.error.GraphemberException if a block is missing or damaged
   */
  public RowSlab read(Ignite ignite, LiveJob job, int partition, int rows, int dim) {
    final TableSpec spec = LearnedRows.best(dim);
    final CheckpointManifest written = ManifestFormat.decode(manifest);
    TablePartition table = new TablePartition(spec, partition, rows);
    new CheckpointReader(
            written,
            new CacheBlockStore(ignite.cache(cache), List.of(spec.name()), job),
            job.graph().name(),
            job.graph().version())
        .restore(table);
    RowSlab read = new RowSlab(rows, dim);
    final int[] name = new int[1];
    final float[] row = new float[dim];
    for (int i = 0; i < rows; i++) {
      name[0] = i;
      table.get(name, 0, 1, written.step(), row, 0);
      read.write(i, row, 0);
    }
    return read;
  }
}
