// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import io.graphember.tensor.table.Precision;
import io.graphember.tensor.table.TableSpec;
import java.util.List;
import java.util.Optional;

/**
 * A table in a checkpoint: what of its specification decides what its bytes mean, and its
 * partitions.
 *
 * @param name unique in the checkpoint
 * @param dim weights of a row
 * @param precision of the weights
 * @param initializer that of untouched rows, in words
 * @param optimizer name of the optimizer
 * @param partitions in the order of their numbers
 */
public record StoredTable(
    String name,
    int dim,
    Precision precision,
    String initializer,
    String optimizer,
    List<StoredPartition> partitions) {
  /** Copies the list. */
  public StoredTable {
    partitions = List.copyOf(partitions);
  }

  /** A table of a specification. */
  static StoredTable of(TableSpec spec, List<StoredPartition> partitions) {
    return new StoredTable(
        spec.name(),
        spec.dim(),
        spec.precision(),
        spec.initializer().toString(),
        spec.optimizer().name(),
        partitions);
  }

  /** The same table with other partitions. */
  StoredTable with(List<StoredPartition> others) {
    return new StoredTable(name, dim, precision, initializer, optimizer, others);
  }

  /** A partition; empty if the checkpoint does not have it. */
  public Optional<StoredPartition> partition(int number) {
    return partitions.stream().filter(stored -> stored.partition() == number).findFirst();
  }
}
