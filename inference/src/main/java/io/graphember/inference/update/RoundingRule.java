// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

/**
 * When a sum that differences were added to is taken anew. Each addition rounds by at most half a
 * unit in the last place, {@code 2^-24} of its result. Roundings are taken as independent, so that
 * their squares add up, not their amounts (Higham and Mary, A New Approach to Probabilistic
 * Rounding Error Analysis, 2019): the bound for the worst case would take the sums of hubs anew
 * with every sixteenth change.
 *
 * <p>Counted is, in units of {@code 2^-48}: of n rows whose largest elements have the sum a, {@code
 * n a^2}; of adding what they make to a sum with the largest element s, {@code s^2}. A rounding is
 * spread evenly over its range, so that its variance is a third of that. A sum is taken anew when
 * four standard deviations pass {@value #RELATIVE} of its largest element.
 *
 * <p>What it costs is paid by what came before: of a sum over d neighbours whose rows are like one
 * another, some 50 changes, or differences that are 7 times the whole sum.
 */
final class RoundingRule {
  private static final double RELATIVE = 1e-6;
  private static final double UNIT = 0x1p-24;
  private static final double DEVIATIONS = 4;
  private static final float LIMIT =
      (float) (3 * RELATIVE * RELATIVE / (DEVIATIONS * DEVIATIONS * UNIT * UNIT));

  private RoundingRule() {}

  /** What adding up n rows counts. */
  static float ofRows(int n, float sumOfLargest) {
    return n * sumOfLargest * sumOfLargest;
  }

  /** What adding to a sum counts. */
  static float ofSum(float largest) {
    return largest * largest;
  }

  /** True if a sum is to be taken anew. */
  static boolean exceeded(float variance, float largest) {
    return !(variance <= LIMIT * largest * largest); // also if it is not a number any more
  }
}
