// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.rows;

import io.graphember.graph.GraphError;
import io.graphember.memory.RowSlab;
import io.graphember.spi.error.GraphemberException;

/**
 * Asks one partition to add up rows of its masters: for each of several sums the rows that belong
 * to it, in the order in which they are added.
 */
public final class SumRequest {
  private final int partition;
  private final int[] counts;
  private final int[] rows;
  private final float[] weights;

  /**
   * A request.
   *
   * @param partition partition that owns the rows
   * @param counts rows of each sum, one or more
   * @param rows row indexes, those of the first sum first
   * @param weights factor of each row; null for 1
   */
  public SumRequest(int partition, int[] counts, int[] rows, float[] weights) {
    this.partition = partition;
    this.counts = counts;
    this.rows = rows;
    this.weights = weights;
  }

  /** Partition that owns the rows. */
  public int partition() {
    return partition;
  }

  /** Number of sums. */
  public int sums() {
    return counts.length;
  }

  /** Number of rows named. */
  public int rows() {
    return rows.length;
  }

  /** Bytes of the arrays. */
  public long bytes() {
    return 4L * (counts.length + rows.length + (weights == null ? 0 : weights.length));
  }

  /**
   * Adds the rows up. A request may come off the wire: nothing in it is believed.
   *
   * @param slab rows of the partition
   * @return {@code float[sums() * dim]}, row-major
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE}
   */
  public float[] answer(RowSlab slab) {
    requireWithin(slab);
    final int dim = slab.dim();
    float[] sums = new float[Math.multiplyExact(counts.length, dim)];
    int from = 0;
    for (int i = 0; i < counts.length; i++) {
      slab.sum(rows, weights, from, from + counts[i], sums, i * dim);
      from += counts[i];
    }
    return sums;
  }

  private void requireWithin(RowSlab slab) {
    for (int row : rows) {
      if (row < 0 || row >= slab.rows()) {
        throw wrong("row %d, partition %d has %d rows".formatted(row, partition, slab.rows()));
      }
    }
    long all = 0;
    for (int count : counts) {
      if (count < 1) {
        throw wrong("a sum of %d rows".formatted(count));
      }
      all += count;
    }
    if (all != rows.length || weights != null && weights.length != rows.length) {
      throw wrong(
          "%d rows for sums of %d, with %s weights"
              .formatted(rows.length, all, weights == null ? "no" : weights.length));
    }
  }

  private static GraphemberException wrong(String what) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request for sums of rows does not fit its partition: %s.".formatted(what));
  }
}
