// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.rows;

/** Asks one partition for rows of its masters. */
public final class RowRequest {
  private final int partition;
  private final int[] rows;

  /**
   * A request.
   *
   * @param partition partition that owns the rows
   * @param rows row indexes, each once
   */
  public RowRequest(int partition, int[] rows) {
    this.partition = partition;
    this.rows = rows;
  }

  /** Partition that owns the rows. */
  public int partition() {
    return partition;
  }

  /** Row indexes. */
  public int[] rows() {
    return rows;
  }

  /** Bytes of the array. */
  public long bytes() {
    return 4L * rows.length;
  }
}
