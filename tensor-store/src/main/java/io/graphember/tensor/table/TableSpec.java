// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import java.util.Objects;

/**
 * What a table is: the same on every host that has partitions of it.
 *
 * @param name unique in a job
 * @param rows which rows it has
 * @param dim weights of a row, {@code 1 .. 65536}
 * @param precision how weights are stored
 * @param initializer weights of a row before its first write
 * @param optimizer what {@link TablePartition#update} does
 */
public record TableSpec(
    String name,
    TableRows rows,
    int dim,
    Precision precision,
    RowInitializer initializer,
    RowOptimizer optimizer) {
  /** Most weights of a row. */
  public static final int MAX_DIM = 1 << 16;

  /** A table with a row for each vertex. */
  public TableSpec(
      String name,
      int dim,
      Precision precision,
      RowInitializer initializer,
      RowOptimizer optimizer) {
    this(name, new TableRows.OfVertices(), dim, precision, initializer, optimizer);
  }

  /** Checks the name and the dimension. */
  public TableSpec {
    Objects.requireNonNull(precision);
    Objects.requireNonNull(initializer);
    Objects.requireNonNull(optimizer);
    if (name.isEmpty() || dim < 1 || dim > MAX_DIM) {
      throw new IllegalArgumentException(
          "a table needs a name and 1 .. %d columns: name='%s' dim=%d"
              .formatted(MAX_DIM, name, dim));
    }
  }

  /** Values of a row: its weights and its slots. */
  int rowValues() {
    return dim * (1 + optimizer.slots());
  }
}
