// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static io.graphember.kernels.ScalarBfloat16Rows.HALF_BITS;
import static io.graphember.kernels.ScalarBfloat16Rows.UPPER;
import static io.graphember.kernels.ScalarBfloat16Rows.round;

/** {@code w = f w} and {@code w += f x}, in scalar loops, which also end those of vectors. */
final class ScalarScaledAdd implements ScaledAdd {
  @Override
  public void scale(float[] weights, int start, int count, float factor) {
    for (int i = start; i < start + count; i++) {
      weights[i] *= factor;
    }
  }

  @Override
  public void addScaled(float[] weights, int start, int count, float[] x, float factor) {
    for (int i = start; i < start + count; i++) { // one index for both: the JIT makes vectors of it
      weights[i] += factor * x[i];
    }
  }

  @Override
  public void scale(int[] pairs, int start, int count, float factor) {
    for (int i = start; i < start + count; i++) {
      pairs[i] = pair(lower(pairs[i]) * factor, upper(pairs[i]) * factor);
    }
  }

  @Override
  public void addScaled(int[] pairs, int start, int count, int[] x, float factor) {
    for (int i = start; i < start + count; i++) {
      pairs[i] =
          pair(lower(pairs[i]) + factor * lower(x[i]), upper(pairs[i]) + factor * upper(x[i]));
    }
  }

  private static float lower(int pair) {
    return Float.intBitsToFloat(pair << HALF_BITS);
  }

  private static float upper(int pair) {
    return Float.intBitsToFloat(pair & UPPER);
  }

  private static int pair(float lower, float upper) {
    return round(upper) << HALF_BITS | round(lower);
  }
}
