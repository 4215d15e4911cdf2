// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

/**
 * Heap that lists of labelled vertices take: the whole of them are with the coordinator of a job
 * and with each of its trainers, an id of 8 bytes and a label of 4 for each vertex.
 */
public final class LabelLists {
  private static final long ENTRY = Long.BYTES + Integer.BYTES;

  /** What owners reply, with a byte of the split. */
  private static final long REPLY = ENTRY + Byte.BYTES;

  private LabelLists() {}

  /**
   * Most bytes of a coordinator: the replies, lists that grow by doubling while replies are joined,
   * and the drawn or given split with the order it was drawn in; then a message to each trainer.
   *
   * @param labelled vertices with a label
   * @param trainers of the job
   */
  public static long coordinatorBytes(long labelled, int trainers) {
    final long joining = REPLY + 2 * ENTRY + ENTRY + Long.BYTES;
    final long sending = ENTRY + trainers * ENTRY;
    return labelled * Math.max(joining, sending);
  }

  /**
   * Most bytes of one trainer: the split, and that of an epoch in its order.
   *
   * @param labelled vertices with a label
   */
  public static long trainerBytes(long labelled) {
    return labelled * (2 * ENTRY + Long.BYTES);
  }
}
