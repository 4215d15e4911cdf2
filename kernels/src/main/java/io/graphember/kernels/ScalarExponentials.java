// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/** Plain loops. */
final class ScalarExponentials implements Exponentials {
  static final float LOG2_E = 1.44269504f;
  static final float LN2_HIGH = 0.693359375f;
  static final float LN2_LOW = -2.12194440e-4f;
  // 1 / k!
  static final float C2 = 0.5f;
  static final float C3 = 0.16666667f;
  static final float C4 = 0.041666668f;
  static final float C5 = 0.008333334f;
  static final float C6 = 0.0013888889f;
  static final float HALF = 0.5f;
  static final int BIAS = 127;
  static final int FRACTION_BITS = 23;

  @Override
  public float max(float[] x, int at, int count) {
    float max = Float.NEGATIVE_INFINITY;
    for (int i = at; i < at + count; i++) {
      max = Math.max(max, x[i]);
    }
    return max;
  }

  @Override
  public float exp(float[] x, int at, int count, float factor, float shift, float[] y) {
    float[] sums = new float[PARTIAL_SUMS];
    for (int i = 0; i < count; i++) {
      y[at + i] = exp(Math.fma(factor, x[at + i], shift));
      sums[i % PARTIAL_SUMS] += y[at + i];
    }
    return total(sums);
  }

  /** Halves the partial sums until one is left. */
  static float total(float[] sums) {
    for (int half = PARTIAL_SUMS / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        sums[i] += sums[i + half];
      }
    }
    return sums[0];
  }

  /** The power of e of one number. */
  static float exp(float number) {
    final float x = Math.min(MOST, Math.max(LEAST, number));
    // Shifted to be positive: a conversion cuts towards 0.
    final int twos = (int) Math.fma(x, LOG2_E, BIAS + HALF);
    final float whole = twos - BIAS;
    final float rest = Math.fma(whole, -LN2_LOW, Math.fma(whole, -LN2_HIGH, x));
    float power = Math.fma(C6, rest, C5);
    power = Math.fma(power, rest, C4);
    power = Math.fma(power, rest, C3);
    power = Math.fma(power, rest, C2);
    power = Math.fma(power, rest, 1);
    power = Math.fma(power, rest, 1);
    return power * Float.intBitsToFloat(twos << FRACTION_BITS);
  }
}
