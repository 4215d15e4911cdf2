// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.List;

/**
 * What all vertices of one type have in common. A key names one vertex of its type.
 *
 * @param name name of the type
 * @param keyKind what keys are
 * @param featureDim floats of a vertex's feature row, 0 for none, at most {@link #MAX_FEATURE_DIM}
 * @param targets names of the numbers that are known of some vertices and to be predicted for
 *     others: values of a regression, or 0 and 1 for labels of which a vertex may have several
 * @param labels true if vertex pieces carry a label column
 * @param fromEdges true if no file lists the vertices: an edge or a split that names a new key
 *     makes a vertex, whatever {@code graph.unknownVertices} says
 * @param encoding what was learned of the columns that features are made of
 * @param attributes whole numbers that vertices carry
 */
public record VertexType(
    String name,
    KeyKind keyKind,
    int featureDim,
    List<String> targets,
    boolean labels,
    boolean fromEdges,
    FeatureEncoding encoding,
    VertexAttributes attributes) {
  /** Longest row: 4 MiB, so that one row always fits a piece. */
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
    if (encoding == null
        || encoding.width() > featureDim
        || encoding.means().size() > featureDim
        || encoding.scales().columns() > featureDim) {
      throw new IllegalArgumentException("the encoding of features is wider than their row");
    }
    if (attributes == null) {
      throw new IllegalArgumentException("attributes are required");
    }
    targets = List.copyOf(targets);
    if (targets.size() > MAX_FEATURE_DIM - featureDim) {
      throw new IllegalArgumentException(
          "features and targets must be at most %d, were %d and %d"
              .formatted(MAX_FEATURE_DIM, featureDim, targets.size()));
    }
  }

  /** Vertices whose features are what they came as. */
  public VertexType(
      String name,
      KeyKind keyKind,
      int featureDim,
      List<String> targets,
      boolean labels,
      boolean fromEdges) {
    this(
        name,
        keyKind,
        featureDim,
        targets,
        labels,
        fromEdges,
        FeatureEncoding.NONE,
        VertexAttributes.NONE);
  }

  /** Vertices without targets. */
  public VertexType(
      String name, KeyKind keyKind, int featureDim, boolean labels, boolean fromEdges) {
    this(name, keyKind, featureDim, List.of(), labels, fromEdges);
  }

  /** The same with features that are encoded otherwise. */
  public VertexType with(FeatureEncoding other) {
    return new VertexType(name, keyKind, featureDim, targets, labels, fromEdges, other, attributes);
  }

  /** The same whose vertices carry other numbers. */
  public VertexType with(VertexAttributes other) {
    return new VertexType(name, keyKind, featureDim, targets, labels, fromEdges, encoding, other);
  }

  /** Numbers of a target row, 0 for none. */
  public int targetDim() {
    return targets.size();
  }

  /** Floats of a row in a piece: features, then targets. */
  public int rowDim() {
    return featureDim + targets.size();
  }
}
