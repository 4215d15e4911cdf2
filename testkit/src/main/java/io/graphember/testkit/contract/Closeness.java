// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

/** Comparison of arrays, relative to the largest expected value. */
final class Closeness {
  /** Below this the arrays hold rounding errors only. */
  private static final double FLOOR = 1e-6;

  private Closeness() {}

  static void assertClose(String what, float[] actual, float[] expected, double tolerance) {
    double[] values = new double[expected.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = expected[i];
    }
    assertClose(what, actual, values, tolerance);
  }

  static void assertClose(String what, float[] actual, double[] expected, double tolerance) {
    assertThat(actual).as("length of %s", what).hasSize(expected.length);
    double bound = bound(expected, tolerance);
    for (int i = 0; i < actual.length; i++) {
      double error = Math.abs(actual[i] - expected[i]);
      // Negated, so that NaN fails.
      if (!(error <= bound)) {
        throw new AssertionError(
            "%s[%d] is %s, expected %s within %s"
                .formatted(what, i, actual[i], expected[i], bound));
      }
    }
  }

  /** The error that is allowed: relative to the largest expected value. */
  static double bound(double[] expected, double tolerance) {
    double largest = 0;
    for (double value : expected) {
      largest = Math.max(largest, Math.abs(value));
    }
    return tolerance * largest + FLOOR;
  }
}
