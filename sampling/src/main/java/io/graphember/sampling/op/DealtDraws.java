// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.spi.CounterRandom;
import org.jspecify.annotations.Nullable;

/**
 * Draws that are dealt to partitions by their weights: each partition then draws for itself, by the
 * bits it is given.
 */
public final class DealtDraws {
  private final LongArray[] bits;
  private final IntArray[] draws;

  private DealtDraws(int partitions) {
    bits = new LongArray[partitions];
    draws = new IntArray[partitions];
    for (int p = 0; p < partitions; p++) {
      bits[p] = new LongArray(16);
      draws[p] = new IntArray(16);
    }
  }

  /**
   * Deals draws.
   *
   * @param ends sums of the weights of the first 1, 2, ... partitions, the last one positive
   * @param numbers number of each draw, which alone decides it
   * @param key key of the random streams
   */
  public static DealtDraws of(double[] ends, int[] numbers, long key) {
    return of(ends, numbers, key, 0, 1);
  }

  /**
   * Deals draws of a run of all that can be drawn.
   *
   * @param ends sums of the weights of the first 1, 2, ... partitions, the last one positive
   * @param numbers number of each draw, which alone decides it
   * @param key key of the random streams
   * @param from where the run begins, a share of the sum of all weights
   * @param to where it ends
   */
  public static DealtDraws of(double[] ends, int[] numbers, long key, double from, double to) {
    final double sum = ends[ends.length - 1];
    DealtDraws dealt = new DealtDraws(ends.length);
    for (int number : numbers) {
      final long stream = CounterRandom.bits(key, number);
      final double share = from * sum + CounterRandom.unitDouble(stream) * (to - from) * sum;
      int p = 0;
      while (share >= ends[p] && p + 1 < ends.length) {
        p++;
      }
      dealt.bits[p].add(CounterRandom.mix(stream + CounterRandom.GOLDEN));
      dealt.draws[p].add(number);
    }
    return dealt;
  }

  /** Random bits of a partition's draws; null if it has none. */
  public long @Nullable [] bits(int partition) {
    return bits[partition].size == 0 ? null : bits[partition].toArray();
  }

  /** Numbers of a partition's draws. */
  public int[] draws(int partition) {
    return draws[partition].toArray();
  }

  /** Sums of the first 1, 2, ... weights. */
  public static double[] ends(double[] weights) {
    double[] ends = new double[weights.length];
    double sum = 0;
    for (int p = 0; p < ends.length; p++) {
      sum += weights[p];
      ends[p] = sum;
    }
    return ends;
  }
}
