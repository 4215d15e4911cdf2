// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.observe;

import java.util.Arrays;
import java.util.List;

/**
 * How the values of a parameter, or of its gradient, are distributed. Values that are no finite
 * numbers are left out.
 *
 * @param name of the parameter
 * @param least the least value; 0 without values
 * @param largest the largest value; 0 without values
 * @param sum of the values
 * @param sumOfSquares of the values
 * @param counts values in each of as many ranges of equal width from the least to the largest, a
 *     value at a border in the upper one; one range if all values are the same, empty without any
 */
public record ValueHistogram(
    String name, double least, double largest, double sum, double sumOfSquares, List<Long> counts) {
  private static final int RANGES = 30; // as TensorBoard shows

  /**
   * The distribution of some values.
   *
   * @param from the first
   * @param to behind the last
   */
  public static ValueHistogram of(String name, float[] values, int from, int to) {
    double least = Double.POSITIVE_INFINITY;
    double largest = Double.NEGATIVE_INFINITY;
    double sum = 0;
    double squares = 0;
    for (int i = from; i < to; i++) {
      final double value = values[i];
      if (Double.isFinite(value)) {
        least = Math.min(least, value);
        largest = Math.max(largest, value);
        sum += value;
        squares += value * value;
      }
    }
    if (least > largest) {
      return new ValueHistogram(name, 0, 0, 0, 0, List.of());
    }
    return new ValueHistogram(
        name, least, largest, sum, squares, counts(values, from, to, least, largest));
  }

  private static List<Long> counts(float[] values, int from, int to, double least, double largest) {
    final int ranges = least == largest ? 1 : RANGES;
    final long[] counts = new long[ranges];
    final double scale = least == largest ? 0 : ranges / (largest - least);
    for (int i = from; i < to; i++) {
      if (Float.isFinite(values[i])) {
        counts[Math.min(ranges - 1, (int) ((values[i] - least) * scale))]++;
      }
    }
    return Arrays.stream(counts).boxed().toList();
  }
}
