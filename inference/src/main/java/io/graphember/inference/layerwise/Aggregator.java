// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.SliceBatch;

/**
 * Computes what a slice aggregates of the neighbours of masters, which are named by position. Used
 * by one thread.
 */
public interface Aggregator {
  /**
   * Begins with masters of a partition.
   *
   * @param from position of the first
   * @param to end of those that come
   * @return end of those that batches may be asked for before the next call; a function of the
   *     graph alone
   */
  int prepare(int partition, int from, int to);

  /** Aggregates for the masters {@code first .. first + batch.rows - 1} of the partition. */
  void aggregate(int partition, int first, SliceBatch batch);

  /**
   * Adds up the in-edges that one partition of this process has of some vertices, of a slice that
   * {@link Foreign#of lets others send sums}.
   *
   * @param vertices local numbers in the partition
   * @param target receives {@code [vertices, columns]}
   */
  void sum(int partition, int[] vertices, float[] target);
}
