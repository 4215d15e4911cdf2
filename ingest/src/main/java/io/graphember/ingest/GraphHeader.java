// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/**
 * What all pieces of one graph have in common; known before the first piece.
 *
 * @param keyKind what vertex keys are
 * @param featureDim floats of a vertex's feature row, 0 for none, at most {@link #MAX_FEATURE_DIM}
 * @param labels true if vertex pieces carry a label column
 */
public record GraphHeader(KeyKind keyKind, int featureDim, boolean labels) {
  /** Longest feature row: 4 MiB, so that one row always fits a piece. */
  public static final int MAX_FEATURE_DIM = 1 << 20;

  /** Checks the range. */
  public GraphHeader {
    if (keyKind == null) {
      throw new IllegalArgumentException("keyKind is required");
    }
    if (featureDim < 0 || featureDim > MAX_FEATURE_DIM) {
      throw new IllegalArgumentException(
          "featureDim must be 0 to " + MAX_FEATURE_DIM + ", was " + featureDim);
    }
  }
}
