// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.schema.EdgeLabel;
import io.graphember.schema.EdgeType;

/**
 * What the row of an edge of one type holds: its label, if it has one, and then its features. Rows
 * of all types are as wide as the widest, with zeros behind.
 *
 * @param featureDim number of features
 * @param label what is before them
 */
public record EdgeRow(int featureDim, EdgeLabel label) {
  /** The rows of a type. */
  public static EdgeRow of(EdgeType type) {
    return new EdgeRow(type.featureDim(), type.label());
  }

  boolean labelled() {
    return label.floats() > 0;
  }

  /** Floats of a row. */
  int dim() {
    return label.floats() + featureDim;
  }
}
