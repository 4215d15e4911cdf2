// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

/** Decides whether one more batch is launched. Stateless; asked after every event of a schedule. */
@FunctionalInterface
public interface LaunchRule {
  /**
   * Where a schedule stands.
   *
   * @param ahead batches that are launched and not taken by the trainer yet, sampled or not
   * @param waitedFor true if the trainer waits for a batch
   * @param gapSeconds since the last launch
   * @param sampleSeconds average from the launch of a batch until it is sampled; 0 while unknown
   * @param trainSeconds average training of a batch; 0 while unknown
   * @param load share of the processors that is busy, 0 to 1
   */
  record State(
      int ahead,
      boolean waitedFor,
      double gapSeconds,
      double sampleSeconds,
      double trainSeconds,
      double load) {}

  /** True if a batch is to be launched now. */
  boolean launches(State state);

  /** Samples a batch when the trainer waits for it: nothing overlaps. A baseline. */
  LaunchRule SEQUENTIAL = state -> state.ahead == 0 && state.waitedFor;

  /** Keeps as many batches ahead as there is room for. A baseline. */
  LaunchRule FILL = state -> true;

  /**
   * The launch score of ByteGNN, section 3.2, algorithm 1: {@code T_gap * f(C_util) * T_sample /
   * (T_train * Q)} with {@code f(c) = 101 - 101^(c/100)}, c in percent.
   *
   * <p>Departures: it is asked after events, not every 5 ms; Q counts batches that are launched and
   * not taken, since a batch that is being sampled is supply too; with none of them a batch is
   * launched whatever the score. The threshold sigma is the score at which, sampling and training
   * in balance and half of the processors busy, the gap is one average training step: {@code
   * T_train * f(50)}. While nothing is known of the times, two batches are kept ahead.
   */
  LaunchRule SCORE =
      state -> {
        if (state.ahead == 0) {
          return true;
        }
        if (state.sampleSeconds == 0 || state.trainSeconds == 0) {
          return state.ahead < 2;
        }
        double balance = state.sampleSeconds / (state.trainSeconds * state.ahead);
        double score = state.gapSeconds * idle(100 * state.load) * balance;
        return score >= state.trainSeconds * idle(50);
      };

  private static double idle(double busyPercent) {
    return 101 - Math.pow(101, busyPercent / 100);
  }
}
