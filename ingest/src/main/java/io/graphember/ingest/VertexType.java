// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/**
 * What all vertices of one type have in common. A key names one vertex of its type.
 *
 * @param name name of the type
 * @param keyKind what keys are
 * @param featureDim floats of a vertex's feature row, 0 for none, at most {@link #MAX_FEATURE_DIM}
 * @param labels true if vertex pieces carry a label column
 * @param fromEdges true if no file lists the vertices: an edge or a split that names a new key
 *     makes a vertex, whatever {@code graph.unknownVertices} says
 */
public record VertexType(
    String name, KeyKind keyKind, int featureDim, boolean labels, boolean fromEdges) {
  /** Longest feature row: 4 MiB, so that one row always fits a piece. */
  public static final int MAX_FEATURE_DIM = 1 << 20;

  /** Checks name and range. */
  public VertexType {
    TypeName.check(name);
    if (keyKind == null) {
      throw new IllegalArgumentException("keyKind is required");
    }
    if (featureDim < 0 || featureDim > MAX_FEATURE_DIM) {
      throw new IllegalArgumentException(
          "featureDim must be 0 to " + MAX_FEATURE_DIM + ", was " + featureDim);
    }
  }
}
