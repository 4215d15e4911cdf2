// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.training.task.Score;

/**
 * What one epoch brought.
 *
 * @param epoch number, from 1
 * @param seconds wall time
 * @param waitSeconds of these, how long this trainer waited for sampled batches
 * @param train loss and share of hits over the training batches, with dropout
 * @param valid over the validation split; NaN if it is empty
 * @param best true if this epoch is the best so far
 * @param learningRate of its last step
 */
public record EpochReport(
    int epoch,
    double seconds,
    double waitSeconds,
    Score train,
    Score valid,
    boolean best,
    float learningRate) {
  /** The same with its learning rate, which follows from the settings. */
  EpochReport at(float rate) {
    return new EpochReport(epoch, seconds, waitSeconds, train, valid, best, rate);
  }
}
