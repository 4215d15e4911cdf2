// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.List;

/**
 * What all edges of one type have in common.
 *
 * @param name name of the type
 * @param source number of the vertex type that edges begin at
 * @param destination number of the vertex type that edges end at
 * @param attributes what each edge carries, its label among the floats of its row
 * @param label what may be known of an edge, to be learned
 */
public record EdgeType(
    String name, int source, int destination, EdgeAttributes attributes, EdgeLabel label) {
  /** Checks the name, and that there is room for the label. */
  public EdgeType {
    TypeName.checkEdgeType(name);
    if (label.floats() > attributes.featureDim()) {
      throw new IllegalArgumentException("edge type " + name + " has labels, but edges no row");
    }
  }

  /** A type whose edges have classes of some names, or none. */
  public EdgeType(
      String name, int source, int destination, EdgeAttributes attributes, List<String> classes) {
    this(name, source, destination, attributes, EdgeLabel.of(classes));
  }

  /** A type whose edges have no label. */
  public EdgeType(String name, int source, int destination, EdgeAttributes attributes) {
    this(name, source, destination, attributes, EdgeLabel.NONE);
  }

  /** A type whose edges carry nothing. */
  public EdgeType(String name, int source, int destination) {
    this(name, source, destination, EdgeAttributes.NONE);
  }

  /** Floats of a feature row, without the label. */
  public int featureDim() {
    return attributes.featureDim() - label.floats();
  }
}
