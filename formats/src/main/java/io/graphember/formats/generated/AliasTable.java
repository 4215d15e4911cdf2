// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.generated;

import io.graphember.spi.CounterRandom;

/**
 * Draws an index with a given weight in constant time (Walker's alias method, built as in Vose, "A
 * linear algorithm for generating random numbers with a given distribution", 1991). O(n) to build,
 * 8 bytes an index.
 */
final class AliasTable {
  private final float[] keep;
  private final int[] alias;

  /**
   * Builds a table.
   *
   * @param weights at least one, none negative, not all 0
   */
  AliasTable(double[] weights) {
    final int n = weights.length;
    keep = new float[n];
    alias = new int[n];
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double[] scaled = new double[n];
    int[] work = new int[n]; // indices below the mean from the left, the others from the right
    int small = 0;
    int large = n;
    for (int i = 0; i < n; i++) {
      scaled[i] = weights[i] * n / sum;
      if (scaled[i] < 1) {
        work[small++] = i;
      } else {
        work[--large] = i;
      }
    }
    while (small > 0 && large < n) {
      final int below = work[--small];
      final int above = work[large++];
      keep[below] = (float) scaled[below];
      alias[below] = above;
      scaled[above] -= 1 - scaled[below];
      if (scaled[above] < 1) {
        work[small++] = above;
      } else {
        work[--large] = above;
      }
    }
    while (small > 0) {
      keep[work[--small]] = 1;
    }
    while (large < n) {
      keep[work[large++]] = 1;
    }
  }

  /** An index, from two independent draws of a stream. */
  int pick(long key, long counter) {
    final int i = CounterRandom.bounded(CounterRandom.bits(key, 2 * counter), keep.length);
    return CounterRandom.unitFloat(CounterRandom.bits(key, 2 * counter + 1)) < keep[i]
        ? i
        : alias[i];
  }
}
