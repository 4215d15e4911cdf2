// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.training.task.Score;

/**
 * What computes the steps of a training: a trainer with its batches, or all partitions of a graph
 * together. Everybody who computes makes the same calls with the same weights in the same order,
 * and is given the same results. Used by one thread.
 */
public interface StepSource {
  /** Steps of training of an epoch, 1 or more. */
  int stepsPerEpoch();

  /**
   * A step of training.
   *
   * @param weights the parameters, flat
   * @param number of the step, from 1
   * @param gradients receives those of all who compute, as {@link
   *     io.graphember.spi.backend.ModelSession#forwardBackward} gives them
   * @return loss, hits and rows, added up
   * @throws io.graphember.spi.error.GraphemberException cancelled, another one is lost, or the loss
   *     is no longer a number
   */
  double[] step(float[] weights, long number, float[] gradients);

  /** Measures parameters on the validation split; over no vertices if it is empty. */
  Score validate(float[] weights);

  /** Seconds waited for what steps need, since some moment. */
  double waitSeconds();

  /**
   * The steps of an epoch are done.
   *
   * @param trained loss and hits over them
   * @throws io.graphember.spi.error.GraphemberException if there was nothing to train on
   */
  default void endSteps(int epoch, Score trained) {}

  /** The parameters behind a step are the best so far: keeps what belongs to them. */
  default void keepBest(long step) {}

  /**
   * No step is made any more.
   *
   * @param step steps that were made
   * @param best true if an epoch is the best one, false if none was made
   */
  default void end(long step, boolean best) {}
}
