// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.spi.CounterRandom;

/**
 * All vertices once, scattered: a walk over the numbers with a stride that shares no factor with
 * their count. No memory of its own.
 */
final class SeedOrder {
  /** No vertex is left. */
  static final int END = -1;

  private static final double GOLDEN = 0.6180339887498949;

  private final int vertices;
  private final int stride;
  private int vertex;
  private int passed;

  SeedOrder(int vertices, long key) {
    this.vertices = vertices;
    vertex = vertices == 0 ? 0 : CounterRandom.bounded(CounterRandom.bits(key, 0), vertices);
    stride = coprime(Math.max(1, (int) (vertices * GOLDEN)), vertices);
  }

  private static int coprime(int from, int to) {
    int candidate = from;
    while (gcd(candidate, to) > 1) {
      candidate++;
    }
    return candidate;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** The next vertex, or {@link #END}. */
  int next() {
    if (passed == vertices) {
      return END;
    }
    passed++;
    vertex = (int) (((long) vertex + stride) % vertices);
    return vertex;
  }
}
