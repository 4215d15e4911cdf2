// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/**
 * The cause of an error {@link io.graphember.tensor.TensorError#GRADIENT_NOT_FINITE}: which row it
 * was, for those who know the key of its vertex.
 */
public final class GradientNotFinite extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int partition;
  private final int row;

  /** A row of a partition, in whichever table. */
  public GradientNotFinite(int partition, int row) {
    super("row %d in partition %d".formatted(row, partition));
    this.partition = partition;
    this.row = row;
  }

  /** The partition. */
  public int partition() {
    return partition;
  }

  /** Number of the row: that of its master. */
  public int row() {
    return row;
  }
}
