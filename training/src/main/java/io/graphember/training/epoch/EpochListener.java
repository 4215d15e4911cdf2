// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import java.util.function.Consumer;

/** Hears of every epoch, in the thread that trains. */
@FunctionalInterface
public interface EpochListener {
  /** Hears nothing. */
  EpochListener NONE = (report, weights, gradients) -> {};

  /**
   * An epoch is done. The arrays are those of the training: they are read before this returns, and
   * not changed.
   *
   * @param weights all parameters
   * @param gradients of the last update; empty if this training has made none
   */
  void epoch(EpochReport report, float[] weights, float[] gradients);

  /** One that looks at reports alone. */
  static EpochListener of(Consumer<EpochReport> reports) {
    return (report, weights, gradients) -> reports.accept(report);
  }
}
