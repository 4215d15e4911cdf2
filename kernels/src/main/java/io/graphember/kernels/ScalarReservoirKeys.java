// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/** {@code key = -ln(1 - v) / w}, in scalar loops; operation by operation that of vectors. */
final class ScalarReservoirKeys implements ReservoirKeys {
  private static final float LN2 = 0.69314718f;
  private static final float NEAR_ONE = 0.25f;

  @Override
  public void fill(int seed, int[] identities, float[] weights, int from, int count, float[] keys) {
    for (int i = 0; i < count; i++) {
      keys[i] = key(identities[from + i] + seed, weights[from + i]);
    }
  }

  @Override
  public int below(
      float bound, int seed, int[] identities, float[] weights, int from, int count, int[] items) {
    return below(bound * ROUNDING, seed, identities, weights, from, from + count, items, 0);
  }

  /** Appends the items {@code from .. to - 1} that may be below; how many items there are then. */
  static int below(
      float factor,
      int seed,
      int[] identities,
      float[] weights,
      int from,
      int to,
      int[] items,
      int known) {
    int size = known;
    for (int i = from; i < to; i++) {
      items[size] = i; // counts if it may be
      size += uniform(mix(identities[i] + seed)) < weights[i] * factor ? 1 : 0;
    }
    return size;
  }

  static float key(int counter, float weight) {
    return exponential(mix(counter)) / weight;
  }

  private static float uniform(int bits) {
    return ((bits >>> 1) + 0.5f) * 0x1.0p-31f;
  }

  /** The finaliser of 32 bits with the constants that Chris Wellons found ("lowbias32"). */
  static int mix(int counter) {
    int x = counter;
    x = (x ^ (x >>> 16)) * 0x7feb352d;
    x = (x ^ (x >>> 15)) * 0x846ca68b;
    return x ^ (x >>> 16);
  }

  /**
   * {@code -ln(1 - v)}, v from 31 bits. Of {@code 1 - v = 2^e m} it is {@code -e ln 2 - ln m} with
   * {@code ln m = 2 artanh((m - 1) / (m + 1))} as a series; where 1 - v would round v away it is
   * the series of 1 - v itself.
   */
  private static float exponential(int bits) {
    final float v = uniform(bits);
    final boolean near = v < NEAR_ONE;
    final int u = Float.floatToRawIntBits(1 - Math.min(v, 0x1.fffffep-1f));
    final float exponent = near ? 0 : (u >>> 23) - 127;
    final float f = near ? -v : Float.intBitsToFloat(u & 0x7FFFFF | 0x3F800000) - 1;
    final float z = f / (f + 2);
    final float z2 = z * z;
    final float series =
        (((z2 * 0.11111111f + 0.14285714f) * z2 + 0.2f) * z2 + 0.33333333f) * z2 + 1;
    return -(z * 2 * series + exponent * LN2);
  }
}
