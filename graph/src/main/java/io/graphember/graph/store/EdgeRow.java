// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.schema.EdgeType;

/**
 * What the row of an edge of one type holds: its class, if it has one, and then its features. Rows
 * of all types are as wide as the widest, with zeros behind.
 *
 * @param featureDim number of features
 * @param classed true if the number of a class, as {@link EdgeType} says, is before them
 */
public record EdgeRow(int featureDim, boolean classed) {
  /** The rows of a type. */
  public static EdgeRow of(EdgeType type) {
    return new EdgeRow(type.featureDim(), !type.classes().isEmpty());
  }
}
