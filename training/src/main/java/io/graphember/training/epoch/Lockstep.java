// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

/** All who compute make the same updates, step by step (bulk synchronous parallel). */
final class Lockstep implements Updates {
  @Override
  public long perEpoch(int steps) {
    return steps;
  }

  @Override
  public void epoch(StepSource steps, TrainingProgress progress, StateKeeper keeper) {
    final float[] gradients = new float[progress.weights().length];
    final long end = (progress.epochs() + 1L) * steps.stepsPerEpoch();
    while (progress.step() < end) {
      double[] sums = steps.step(progress.weights(), progress.step() + 1, gradients);
      progress.update(sums, gradients, 1);
      if (keeper.due(progress.step() - 1, progress.step())
          || progress.step() == end && keeper.moves()) {
        keeper.keep(progress.state());
      }
    }
  }
}
