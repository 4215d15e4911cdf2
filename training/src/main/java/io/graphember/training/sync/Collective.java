// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

/**
 * What the trainers of a job exchange: a port, implemented over Ignite by the plugin and in one JVM
 * by tests.
 *
 * <p>Every trainer makes the same calls in the same order. Used by one thread of each trainer.
 */
public interface Collective {
  /** Number of this trainer, {@code 0 .. size() - 1}. */
  int rank();

  /** Number of trainers. */
  int size();

  /**
   * Adds up the values of all trainers, element by element, in the order of their ranks, so that
   * the sum has the same bits whatever order they arrive in. Blocks until all have come; bounded
   * and cancellable.
   *
   * @param values replaced by the sum; the same length in every trainer
   * @param metrics replaced by the sum; the same length in every trainer
   * @throws io.graphember.spi.error.GraphemberException cancelled, or another trainer is lost
   */
  void allReduce(float[] values, double[] metrics);
}
