// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.table.TablePartition;
import java.util.List;
import java.util.Objects;

/** Brings partitions back to a checkpoint. Safe for use by several threads. */
public final class CheckpointReader {
  private final CheckpointManifest manifest;
  private final BlockStore store;

  /**
   * A reader of a checkpoint.
   *
   * @param graph name of the graph that the job runs on
   * @param graphVersion its version
   * @throws GraphemberException with code {@link TensorError#CHECKPOINT_MISMATCH} if the checkpoint
   *     is of another graph or version
   */
  public CheckpointReader(
      CheckpointManifest manifest, BlockStore store, String graph, long graphVersion) {
    requireSame("the graph", manifest.graph(), graph);
    requireSame("the version of the graph", manifest.graphVersion(), graphVersion);
    this.manifest = manifest;
    this.store = store;
  }

  /**
   * Reads the rows of a partition.
   *
   * @param partition of untouched rows
   * @throws GraphemberException with code {@link TensorError#CHECKPOINT_MISMATCH} if the checkpoint
   *     has no such table or partition or has another one, {@link TensorError#CHECKPOINT_CORRUPT}
   *     if a block is missing or damaged
   */
  public void restore(TablePartition partition) {
    StoredPartition stored = requireSame(partition);
    for (int block = 0; block < stored.blocks().size(); block++) {
      final BlockSlot slot = stored.blocks().get(block);
      if (slot != BlockSlot.UNTOUCHED) {
        TableBlock.decode(bytes(partition, slot, block), partition, block, manifest.step());
      }
    }
  }

  private byte[] bytes(TablePartition partition, BlockSlot slot, int block) {
    return store
        .get(partition.partition(), partition.spec().name(), slot, block)
        .orElseThrow(() -> TableBlock.corrupt(partition, block, "it is missing"));
  }

  private StoredPartition requireSame(TablePartition partition) {
    StoredTable wanted = StoredTable.of(partition.spec(), List.of());
    String name = "table '%s'".formatted(wanted.name());
    StoredTable table =
        manifest.table(wanted.name()).orElseThrow(() -> mismatch(name, "absent", "asked for"));
    requireSame("the dimension of " + name, table.dim(), wanted.dim());
    requireSame("the precision of " + name, table.precision(), wanted.precision());
    requireSame("the initializer of " + name, table.initializer(), wanted.initializer());
    requireSame("the optimizer of " + name, table.optimizer(), wanted.optimizer());
    String part = "partition %d of %s".formatted(partition.partition(), name);
    StoredPartition stored =
        table
            .partition(partition.partition())
            .orElseThrow(() -> mismatch(part, "absent", "asked for"));
    requireSame("the number of rows in " + part, stored.rows(), partition.rows());
    requireSame("the number of blocks of " + part, stored.blocks().size(), partition.blocks());
    return stored;
  }

  private static void requireSame(String what, Object stored, Object wanted) {
    if (!Objects.equals(stored, wanted)) {
      throw mismatch(what, stored, wanted);
    }
  }

  private static GraphemberException mismatch(String what, Object stored, Object wanted) {
    return new GraphemberException(
        TensorError.CHECKPOINT_MISMATCH,
        "The checkpoint does not belong to this job: %s is %s in the checkpoint and %s in the job."
            .formatted(what, stored, wanted));
  }
}
