// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.spi.CounterRandom;

/**
 * A random order of the numbers below n that takes no memory: a Feistel network over the next even
 * number of bits, walked along its cycle until it falls below n (Black and Rogaway, "Ciphers with
 * arbitrary finite domains", CT-RSA 2002, section 3). Immutable; any thread.
 */
final class StartOrder {
  private static final int ROUNDS = 4;

  private final long size;
  private final int halfBits;
  private final long mask;
  private final long key;

  /**
   * An order.
   *
   * @param size n, 1 or more
   * @param key decides the order
   */
  StartOrder(long size, long key) {
    this.size = size;
    this.key = key;
    final int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, size - 1));
    halfBits = (bits + 1) / 2;
    mask = (1L << halfBits) - 1;
  }

  /**
   * The number at a place; O(1), 2 tries in the mean and 4 at most where n is just above a power of
   * 4.
   *
   * @param place {@code 0 .. n - 1}
   */
  long at(long place) {
    long number = place;
    do {
      number = permuted(number);
    } while (number >= size);
    return number;
  }

  private long permuted(long number) {
    long left = number >>> halfBits;
    long right = number & mask;
    for (int round = 0; round < ROUNDS; round++) {
      final long next = left ^ (CounterRandom.child(key, round, right) & mask);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }
}
