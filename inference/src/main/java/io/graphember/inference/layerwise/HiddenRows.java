// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;

/**
 * What is kept between two slices: of each partition of this process the shared rows of its masters
 * and of its mirrors, by position, and the rows of its masters for themselves; of other partitions
 * the rows that are fetched of them. Rows of masters are written first, by several threads; then
 * the others are filled in; then all are read.
 */
public interface HiddenRows extends AutoCloseable {
  /** Masters that one worker writes together. */
  int grain();

  /** True if all rows of these masters are kept already, by a run that was ended early. */
  boolean has(int partition, int first);

  /** A writer for one worker. */
  RowWriter writer();

  /** Makes rows of masters readable that were kept by a run that was ended early. */
  void restore(int partition, int first, int count);

  /** Says that all masters are there; called once. */
  void mastersDone();

  /** Copies the shared row of a master, by its local number, once all masters are there. */
  void readMaster(int partition, int local, float[] target, int at);

  /** False if rows of mirrors are there already. */
  boolean lacksMirrors(int partition);

  /**
   * Fills in rows: of a partition of this process by local number, of another one by number of the
   * row.
   *
   * @param rows row i from {@code i * columns()} on
   */
  void put(int partition, int first, float[] rows, int count);

  /** Says that all is filled in that comes of rows, not of sums; called once. */
  void rowsDone();

  /** Says that sums are filled in too; called once. */
  void sumsDone();

  /** Floats of a shared row. */
  int columns();

  /** Rows that are kept, of all partitions. */
  long rows();

  /** The shared rows of each partition, by position. */
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

  /** Nanoseconds of all threads that chunks were read for; 0 of rows in memory. */
  default long readNanos() {
    return 0;
  }

  @Override
  default void close() {}
}
