// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowSlab;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.CheckpointReader;
import io.graphember.tensor.checkpoint.CheckpointWriter;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredPartition;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.loop.LearnableEmbeddings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows that were learned with a model, where its job has left them.
 *
 * @param cache name of the cache
 * @param manifest of the table in it
 */
public record CheckpointedEmbeddings(String cache, byte[] manifest) {
  /**
   * Copies the rows of a checkpoint, partition by partition, to where rows are kept.
   *
   * @param last the checkpoint
   * @param specs the tables of its job, see {@link LearnableEmbeddings#tables}
   * @param from where its blocks are
   * @param budget gives the memory of a partition before it is read
   * @return what is in the other cache
   * @throws GraphemberException if memory does not suffice or a block is missing or damaged
   */
  public static List<StoredTable> copy(
      CheckpointManifest last,
      List<TableSpec> specs,
      Values<Long, byte[]> from,
      Values<Long, byte[]> to,
      MemoryBudget budget,
      Cancellation cancellation) {
    final TableSpec spec = specs.get(0);
    final TableSpec best = specs.get(1);
    CheckpointReader reader =
        new CheckpointReader(
            last, ModelCheckpoints.store(from, cancellation), last.graph(), last.graphVersion());
    CheckpointWriter writer = new CheckpointWriter(store(to, cancellation));
    List<StoredTable> copied = new ArrayList<>();
    for (StoredPartition stored : last.table(spec.name()).orElseThrow().partitions()) {
      final int rows = stored.rows();
      try (MemoryBudget.Reservation memory =
          budget.take(
              TablePartition.estimateBytes(spec, rows) + TablePartition.estimateBytes(best, rows),
              "The learnable embeddings of a checkpoint")) {
        TablePartition at = new TablePartition(spec, stored.partition(), rows);
        reader.restore(at);
        TablePartition kept = new TablePartition(best, stored.partition(), rows);
        kept.multAdd(at, 1, last.step());
        copied.addAll(writer.write(List.of(kept), Optional.empty()));
        writer.completed();
      }
    }
    return copied;
  }

  /**
   * Bytes of a partition while it is read.
   *
   * @param rows masters of the partition
   * @param dim floats of a row
   */
  public static long estimateBytes(long rows, int dim) {
    return TablePartition.estimateBytes(LearnableEmbeddings.best(dim), rows)
        + RowSlab.estimateBytes(rows, dim);
  }

  /**
   * Reads rows into the table of the best.
   *
   * @throws GraphemberException if they are of another graph
   */
  public CheckpointReader reader(Caches caches, LiveJob job) {
    return reader(caches, job.graph(), job);
  }

  private CheckpointReader reader(Caches caches, GraphInfo graph, Cancellation cancellation) {
    return new CheckpointReader(
        ManifestFormat.decode(manifest),
        store(caches.open(cache), cancellation),
        graph.name(),
        graph.version());
  }

  /** Blocks of rows that are kept. */
  static CacheBlockStore store(Values<Long, byte[]> cache, Cancellation cancellation) {
    return new CacheBlockStore(cache, List.of(LearnableEmbeddings.best(1).name()), cancellation);
  }

  /**
   * Reads the rows of a partition.
   *
   * @param rows masters of the partition
   * @param dim floats of a row
   * @return a row for each master
   * @throws GraphemberException if a block is missing or damaged
   */
  public RowSlab read(Caches caches, LiveJob job, int partition, int rows, int dim) {
    return read(caches, job.graph(), job, partition, rows, dim);
  }

  /** The same for whoever is no job. */
  public RowSlab read(
      Caches caches, GraphInfo graph, Cancellation cancellation, int partition, int rows, int dim) {
    TablePartition table = new TablePartition(LearnableEmbeddings.best(dim), partition, rows);
    reader(caches, graph, cancellation).restore(table);
    RowSlab read = new RowSlab(rows, dim);
    final int[] name = new int[1];
    final float[] row = new float[dim];
    for (int i = 0; i < rows; i++) {
      name[0] = i;
      table.get(name, 0, 1, 0, row, 0);
      read.write(i, row, 0);
    }
    return read;
  }
}
