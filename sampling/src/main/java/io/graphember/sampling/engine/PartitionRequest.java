// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

/**
 * The gather half of an operator: asks one partition for something that its slabs know. Carried to
 * the partition's host as it is, so it holds nothing but numbers and arrays of numbers.
 *
 * @param <R> what the partition answers
 */
public interface PartitionRequest<R extends PartitionReply> {
  /** The partition that is asked. */
  int partition();

  /** Bytes of the arrays. */
  long bytes();

  /**
   * Answers from the slabs of the partition. A request may come off the wire: nothing in it is
   * believed.
   *
   * @throws io.graphember.spi.error.GraphemberException if it does not fit the partition
   */
  R answer(ResidentPartition partition);
}
