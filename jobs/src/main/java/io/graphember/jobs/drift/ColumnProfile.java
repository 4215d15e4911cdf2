// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drift;

import java.util.Arrays;

/**
 * How the values of one column are distributed in a sample. Immutable by custom: arrays are not
 * copied.
 *
 * @param mean of the values
 * @param deviation standard deviation of the sample
 * @param bounds ascending, at most {@value #BINS} less one: the values of bin {@code i} are above
 *     bound {@code i - 1} and not above bound {@code i}; quantiles of the sample, without those
 *     that are equal
 * @param counts values in each bin, one more than bounds
 */
public record ColumnProfile(double mean, double deviation, float[] bounds, long[] counts) {
  /** Bins of a column whose values are all different. */
  static final int BINS = 10;

  /** What every bin has more than was counted: an empty one is no proof that there is nothing. */
  private static final double AT_LEAST = 0.5;

  /** The profile of some values, by their own quantiles; sorts them. */
  static ColumnProfile of(float[] values) {
    Arrays.sort(values);
    final float[] bounds = new float[BINS - 1];
    int distinct = 0;
    for (int i = 1; i < BINS && values.length > 0; i++) {
      final float quantile = values[(int) ((long) i * (values.length - 1) / BINS)];
      if (distinct == 0 || quantile > bounds[distinct - 1]) {
        bounds[distinct++] = quantile;
      }
    }
    return of(values, Arrays.copyOf(bounds, distinct));
  }

  /** The profile of other values of the column, in the bins of this one. */
  ColumnProfile same(float[] values) {
    return of(values, bounds);
  }

  private static ColumnProfile of(float[] values, float[] bounds) {
    final long[] counts = new long[bounds.length + 1];
    double sum = 0;
    for (float value : values) {
      final int at = Arrays.binarySearch(bounds, value);
      counts[at < 0 ? -at - 1 : at]++;
      sum += value;
    }
    final double mean = values.length == 0 ? 0 : sum / values.length;
    double squares = 0;
    for (float value : values) {
      squares += (value - mean) * (value - mean);
    }
    return new ColumnProfile(
        mean, values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)), bounds, counts);
  }

  /**
   * Standardised difference of means: |m1 - m2| / sqrt((s1^2 + s2^2) / 2) (Austin, Statistics in
   * Medicine 28, 2009, section 2). Infinite between two constants that differ.
   */
  double meanDifference(ColumnProfile other) {
    final double difference = Math.abs(mean - other.mean);
    return difference == 0
        ? 0
        : difference / Math.sqrt((deviation * deviation + other.deviation * other.deviation) / 2);
  }

  /**
   * Population stability index: the sum over bins of (q - p) ln(q / p), where p is the share of the
   * bin in this sample and q in the other (Siddiqi, Credit Risk Scorecards, 2006, chapter 10); the
   * divergence of Jeffreys. Below 0.1 is read as no shift, above 0.25 as a large one.
   *
   * @param other in the bins of this one
   */
  double stabilityIndex(ColumnProfile other) {
    final double all = total(counts);
    final double others = total(other.counts);
    double index = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      final double p = (counts[bin] + AT_LEAST) / all;
      final double q = (other.counts[bin] + AT_LEAST) / others;
      index += (q - p) * Math.log(q / p);
    }
    return index;
  }

  private static double total(long[] counts) {
    return Arrays.stream(counts).sum() + AT_LEAST * counts.length;
  }
}
