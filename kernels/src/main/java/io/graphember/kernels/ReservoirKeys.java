// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * Keys of a weighted sample without replacement: {@code -ln(u) / w} with u uniform in (0, 1), so
 * that the k smallest keys of a list are the sample (A-ES: Efraimidis and Spirakis, "Weighted
 * random sampling with a reservoir", 2006; GLISP, algorithms 3 and 4). In words: item i rings after
 * a time that is exponential with rate w, and the first k to ring are taken.
 *
 * <p>u is a pure function of a seed and the item's identity, 31 bits of it, so that a key does not
 * depend on where in a list an item stands. Relative error of a key below 1e-5. Stateless; any
 * thread.
 */
public interface ReservoirKeys {
  /** The faster twin that this JVM can run. */
  ReservoirKeys BEST = Simd.choose(ReservoirKeys.class, ScalarReservoirKeys::new);

  /** Makes up for what the rounding of keys may do to a comparison. */
  float ROUNDING = 1.0001f;

  /** Places that {@link #below} may write behind the items that it finds. */
  int SPARE = 16;

  /** The key of one item of weight 1: a unit exponential that 32 bits decide. */
  static float one(int bits) {
    return ScalarReservoirKeys.key(bits, 1);
  }

  /**
   * Computes keys of consecutive items, O(count).
   *
   * @param seed of the list
   * @param identities identity of each item
   * @param weights weight of each item, finite and 0 or more; the key of weight 0 is infinite
   * @param from first item
   * @param count number of items
   * @param keys receives the keys from index 0; anything may be written behind them
   */
  void fill(int seed, int[] identities, float[] weights, int from, int count, float[] keys);

  /**
   * Finds the consecutive items whose key may be below a bound: all that are, and few others. No
   * key is computed, since {@code -ln(1 - v) >= v}. O(count).
   *
   * @param bound finite
   * @param seed of the list
   * @param items receives the items; up to {@value #SPARE} places behind them may be written
   * @return how many there are
   */
  int below(
      float bound, int seed, int[] identities, float[] weights, int from, int count, int[] items);
}
