// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

/**
 * Heap that the vertices take that a job is to learn: each trainer has its own, an id of 8 bytes
 * and a label of 4 for each; the coordinator has their numbers alone.
 */
public final class LabelLists {
  private static final long ENTRY = Long.BYTES + Integer.BYTES;

  /** Numbers of each partition: labelled, and of each split, with where the numbers of it begin. */
  private static final int NUMBERS = 5;

  private LabelLists() {}

  /**
   * Most bytes of a coordinator: what it has and what it sends to each trainer.
   *
   * @param classes numbers of classes that it adds up
   */
  public static long coordinatorBytes(int partitions, int classes, int trainers) {
    return Long.BYTES * (1L + trainers) * ((long) NUMBERS * partitions + classes);
  }

  /**
   * Most bytes of one trainer: its vertices as they come, and those of an epoch in their order.
   *
   * @param labelled vertices with a label, of all trainers
   */
  public static long trainerBytes(long labelled, int trainers) {
    return (labelled / trainers + 3) * (3 * ENTRY + Long.BYTES);
  }
}
