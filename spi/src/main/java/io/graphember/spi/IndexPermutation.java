// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

/**
 * A random order of the numbers from 0 to n - 1 that is computed number by number, so that nobody
 * has to hold all of it: a balanced Feistel network over the smallest even power of two that is not
 * below n, walked until it gives a number below n (Black, Rogaway, "Ciphers with arbitrary finite
 * domains", CT-RSA 2002, section 3).
 *
 * <p>O(1) a number: the network is run fewer than four times on average. Immutable; any thread.
 */
public final class IndexPermutation {
  private static final int ROUNDS = 8;

  private final long size;
  private final long key;
  private final int halfBits;
  private final long halfMask;

  /**
   * An order.
   *
   * @param size how many numbers n, 1 to 2^62
   * @param key key of the random stream that decides the order
   */
  public IndexPermutation(long size, long key) {
    if (size < 1 || size > 1L << 62) {
      throw new IllegalArgumentException("size must be 1 to 2^62, was " + size);
    }
    this.size = size;
    this.key = key;
    this.halfBits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(size - 1) + 1) / 2);
    this.halfMask = (1L << halfBits) - 1;
  }

  /**
   * The place of a number, each place that of one number.
   *
   * @param number 0 to n - 1
   * @return 0 to n - 1
   */
  public long place(long number) {
    if (number < 0 || number >= size) {
      throw new IndexOutOfBoundsException("number %d of %d".formatted(number, size));
    }
    long place = network(number);
    while (place >= size) {
      place = network(place);
    }
    return place;
  }

  private long network(long value) {
    long left = value >>> halfBits;
    long right = value & halfMask;
    for (int round = 0; round < ROUNDS; round++) {
      final long mixed = CounterRandom.bits(CounterRandom.child(key, round), right) & halfMask;
      final long next = left ^ mixed;
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }
}
