// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

/**
 * The exponential function of numbers up to 0, within 2 parts in a million: one for each negative of
 * each triple, of which {@link Math#exp} would take a third of the time of training. Any thread.
 */
final class Exponential {
  private static final float LEAST = -87;
  private static final float LOG2_E = 1.442695f;

  private Exponential() {}

  /** The power of e; 0 below -87. */
  static float of(float x) {
    if (!(x > LEAST)) {
      return x <= LEAST ? 0 : x; // not a number stays so
    }
    final float twos = x * LOG2_E;
    final int whole = (int) twos - (twos < 0 ? 1 : 0);
    final float rest = twos - whole; // 0 to 1
    // 2^rest by a polynomial of degree 5 (least squares at Chebyshev points)
    final float power =
        1
            + rest
                * (0.6931531f
                    + rest
                        * (0.2401536f + rest * (0.0558263f + rest * (0.0089893f + rest * 0.0018775f))));
    return power * Float.intBitsToFloat((whole + 127) << 23);
  }
}
