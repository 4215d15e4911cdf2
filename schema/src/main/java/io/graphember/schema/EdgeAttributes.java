// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

/**
 * What edges of one type carry beside their ends.
 *
 * @param weight true if each has a weight: a float, finite and 0 or more
 * @param time true if each has a timestamp: a long, in whatever unit the user counts
 * @param featureDim floats of a feature row, 0 for none
 */
public record EdgeAttributes(boolean weight, boolean time, int featureDim) {
  /** Nothing. */
  public static final EdgeAttributes NONE = new EdgeAttributes(false, false, 0);

  /** Checks the width of a row. */
  public EdgeAttributes {
    if (featureDim < 0 || featureDim > VertexType.MAX_FEATURE_DIM) {
      throw new IllegalArgumentException(
          "featureDim must be 0 to %d, was %d".formatted(VertexType.MAX_FEATURE_DIM, featureDim));
    }
  }

  /** True if edges carry nothing. */
  public boolean none() {
    return equals(NONE);
  }

  /** Bytes of one edge's values. */
  public int bytes() {
    return (weight ? Float.BYTES : 0) + (time ? Long.BYTES : 0) + Float.BYTES * featureDim;
  }

  /** What either carries; rows are as wide as the wider ones. */
  public EdgeAttributes or(EdgeAttributes other) {
    return new EdgeAttributes(
        weight || other.weight, time || other.time, Math.max(featureDim, other.featureDim));
  }

  /** True of a weight that an edge may have. */
  public static boolean weightAllowed(float weight) {
    return weight >= 0 && weight <= Float.MAX_VALUE;
  }
}
