// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.tensor.optimizer.LearningRate;

/**
 * What momentum does to a row in steps that bring it no gradient, in closed form. After a row's
 * last step l the velocity v shrinks by mu in every step and moves the weights each time, so that
 * after step t
 *
 * <pre>
 * w = w_l - v_l drift(l, t)    drift(l, t) = sum over j = 1 .. t - l of lr_(l+j) mu^j
 * v = v_l decay(t - l)         decay(s)    = mu^s
 * </pre>
 *
 * <p>With the tail of the sum to infinity, {@code tail(l) = sum over j >= 1 of lr_(l+j) mu^j}, the
 * drift is {@code tail(l) - mu^(t-l) tail(t)}: one table by step serves all pairs of steps,
 * whatever the schedule, and nothing in it underflows, since every tail begins at its own step.
 * Powers below 2^-60 count as 0. Safe for use by several threads.
 */
final class SkippedMomentum {
  private static final double NOTHING = 0x1p-60;

  private final double[] powers; // mu^s down to NOTHING
  private final StepTable tails;

  SkippedMomentum(LearningRate learningRate, float momentum) {
    this.powers = powers(momentum);
    this.tails = new Tails(learningRate, momentum, powers.length);
  }

  private static double[] powers(float momentum) {
    final double steps = momentum == 0 ? 0 : Math.log(NOTHING) / Math.log(momentum);
    double[] powers = new double[1 + (int) steps];
    for (int s = 0; s < powers.length; s++) {
      powers[s] = Math.pow(momentum, s);
    }
    return powers;
  }

  /**
   * Drifts and decays of rows from their last steps to a step; none of a row that is not behind it.
   *
   * @param lasts of each row
   * @param drifts receives that of each row
   * @param decays receives that of each row
   */
  void fill(int[] lasts, long step, float[] drifts, float[] decays) {
    final double tail = tails.at(step);
    for (int i = 0; i < lasts.length; i++) {
      final double power = power(Math.max(0, step - lasts[i]));
      drifts[i] = lasts[i] < step ? (float) (tails.at(lasts[i]) - power * tail) : 0;
      decays[i] = (float) power;
    }
  }

  private double power(long steps) {
    return steps < powers.length ? powers[(int) steps] : 0;
  }

  /** {@code tail(t) = mu (lr_(t+1) + tail(t + 1))}, from where what comes later counts as 0. */
  private static final class Tails extends StepTable {
    private final LearningRate learningRate;
    private final double momentum;
    private final int reach;

    Tails(LearningRate learningRate, float momentum, int reach) {
      this.learningRate = learningRate;
      this.momentum = momentum;
      this.reach = reach;
    }

    @Override
    void fill(long first, double[] values) {
      final long end = first + values.length + reach;
      double tail = learningRate.at(end + 1) * momentum / (1 - momentum); // as if it stayed
      for (long t = end - 1; t >= first; t--) {
        tail = momentum * (learningRate.at(t + 1) + tail);
        if (t < first + values.length) {
          values[(int) (t - first)] = tail;
        }
      }
    }
  }
}
