// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;

/**
 * What is kept of all vertices between two slices: in each partition the shared rows of its masters
 * and of its mirrors, and the rows of its masters for themselves. Rows of masters are written
 * first, by several threads; then what a partition needs of others is filled in; then all are read.
 */
interface KeptRows extends AutoCloseable {
  /** Masters that one worker writes together. */
  int grain();

  /** True if all rows of these masters are kept already, by a run that was ended early. */
  boolean has(int partition, int first);

  /** A writer for one worker. */
  RowWriter writer();

  /** First local number of a partition that {@link #fill} fills in; up to all its vertices. */
  int fillFrom(int partition);

  /**
   * Fills in rows of a partition.
   *
   * @param from local number of the first; a multiple of the grain behind {@link #fillFrom}
   * @param to end of them
   * @return how many were copied from other partitions
   */
  int fill(int partition, int from, int to);

  /** Says that all is filled in; called once. */
  void filled();

  /** The shared rows of each partition: masters, then mirrors. */
  RowMatrix[] shared();

  /** An aggregator for one worker. */
  Aggregator aggregator(NeighborLists lists);

  /** Reads what apply is given of consecutive masters themselves; for one worker. */
  SelfReader selfReader();

  /** Reads rows of masters for themselves. Used by one thread. */
  @FunctionalInterface
  interface SelfReader {
    /** Reads for the masters {@code first .. first + batch.rows - 1} of a partition. */
    void read(int partition, int first, SliceBatch batch);
  }

  /** How often a chunk of rows was asked for; 0 of rows in memory. */
  default long chunkReads() {
    return 0;
  }

  /** How often it was in the dynamic cache. */
  default long chunkHits() {
    return 0;
  }

  @Override
  default void close() {}
}
