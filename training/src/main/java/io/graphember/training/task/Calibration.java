// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.util.ArrayList;
import java.util.List;

/**
 * How often decisions are right by how sure a model was of them: the reliability diagram of Guo,
 * Pleiss, Sun and Weinberger, "On Calibration of Modern Neural Networks", ICML 2017, section 2,
 * with its {@value #BINS} bins of equal width.
 *
 * @param bins those that have decisions, from the least confidence on
 */
public record Calibration(List<Bin> bins) {
  /** Bins of probability, {@code (0, 1/15]} to {@code (14/15, 1]}. */
  static final int BINS = 15;

  /** Sums that they are made of: decisions, right ones and confidence of each. */
  static final int SUMS = 3 * BINS;

  /**
   * Decisions of about the same confidence.
   *
   * @param decisions how many, 1 or more
   * @param confidence mean probability that the model gave them
   * @param right share that was right
   */
  public record Bin(long decisions, double confidence, double right) {}

  /**
   * Counts a decision.
   *
   * @param sums of all decisions so far
   * @param offset of the first of {@link #SUMS}
   * @param confidence probability that the model gives it, in {@code [0, 1]}
   * @param right 1 if it is right, 0 if not, in between if the truth is
   */
  static void add(double[] sums, int offset, double confidence, double right) {
    // What is not a number counts as none; the loss tells of it.
    final double known = confidence > 0 ? Math.min(1, confidence) : 0;
    final int at = offset + 3 * Math.max(0, (int) Math.ceil(known * BINS) - 1);
    sums[at]++;
    sums[at + 1] += right;
    sums[at + 2] += known;
  }

  /**
   * What was counted.
   *
   * @param sums counted by {@link #add}, perhaps added up over trainers
   */
  static Calibration of(double[] sums, int offset) {
    List<Bin> bins = new ArrayList<>();
    for (int at = offset; at < offset + SUMS; at += 3) {
      if (sums[at] > 0) {
        bins.add(new Bin((long) sums[at], sums[at + 2] / sums[at], sums[at + 1] / sums[at]));
      }
    }
    return new Calibration(List.copyOf(bins));
  }

  /** The expected calibration error, equation 3: mean distance of confidence and right share. */
  public double error() {
    double distance = 0;
    long decisions = 0;
    for (Bin bin : bins) {
      distance += bin.decisions * Math.abs(bin.right - bin.confidence);
      decisions += bin.decisions;
    }
    return decisions == 0 ? 0 : distance / decisions;
  }
}
