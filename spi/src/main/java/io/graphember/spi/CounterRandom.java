// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

/**
 * Counter-based random numbers: a value is a pure function of a key and a counter, so that a draw
 * depends on <em>what</em> is drawn (seed, epoch, batch, hop, vertex) and never on the thread, the
 * node or the order of arrival.
 *
 * <p>The function is the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
 * number generators", OOPSLA 2014) over {@code key + counter * golden ratio}. Static methods over
 * {@code long}: no state, no allocation, any thread.
 */
public final class CounterRandom {
  /** 2^64 divided by the golden ratio, odd: successive counters are far apart. */
  public static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private CounterRandom() {}

  /** Mixes 64 bits so that each output bit depends on each input bit. */
  public static long mix(long z) {
    long x = z;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  /**
   * Key of a child stream.
   *
   * @param key key of the parent, for example the job seed
   * @param tag what the child is for, for example an epoch or a vertex id
   */
  public static long child(long key, long tag) {
    return mix(mix(key) + (tag + 1) * GOLDEN);
  }

  /** Key of the child stream along a path of tags. */
  public static long child(long key, long tag1, long tag2) {
    return child(child(key, tag1), tag2);
  }

  /** Key of the child stream along a path of tags. */
  public static long child(long key, long tag1, long tag2, long tag3) {
    return child(child(child(key, tag1), tag2), tag3);
  }

  /** The {@code counter}-th 64-bit value of a stream. */
  public static long bits(long key, long counter) {
    return mix(key + (counter + 1) * GOLDEN);
  }

  /**
   * Maps 64 random bits to an int in {@code [0, bound)} by multiplication; no value is more likely
   * than another by more than {@code bound / 2^63}.
   *
   * @param bits random bits
   * @param bound exclusive upper bound, positive
   */
  public static int bounded(long bits, int bound) {
    return (int) bounded(bits, (long) bound);
  }

  /**
   * The same for a long.
   *
   * @param bound exclusive upper bound, positive and below 2^62
   */
  public static long bounded(long bits, long bound) {
    return Math.multiplyHigh(bits >>> 1, 2 * bound);
  }

  /** Maps 64 random bits to a float in {@code [0, 1)} with 24 bits. */
  public static float unitFloat(long bits) {
    return (bits >>> 40) * 0x1.0p-24f;
  }

  /** Maps 64 random bits to a double in {@code [0, 1)} with 53 bits. */
  public static double unitDouble(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }

  /**
   * Shuffles an array in place (Fisher-Yates).
   *
   * @param values shuffled, all of it
   * @param key key of the stream that decides the order
   */
  public static void shuffle(long[] values, long key) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = bounded(bits(key, i), i + 1);
      long held = values[i];
      values[i] = values[j];
      values[j] = held;
    }
  }
}
