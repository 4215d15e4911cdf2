// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.List;

/**
 * What all edges of one type have in common.
 *
 * <p>Where edges have classes, the first float of an edge's row is the number of its class from 1
 * on, 0 for an edge whose class is not known; its features follow. Whatever reads rows for a model
 * leaves the class out.
 *
 * @param name name of the type
 * @param source number of the vertex type that edges begin at
 * @param destination number of the vertex type that edges end at
 * @param attributes what each edge carries, its class among the floats of its row
 * @param classes names of the classes; empty if edges have none
 */
public record EdgeType(
    String name, int source, int destination, EdgeAttributes attributes, List<String> classes) {
  /** Checks the name, and that there is room for the class. */
  public EdgeType {
    TypeName.check(name);
    classes = List.copyOf(classes);
    if (classes.size() > LabelIndex.MAX_CLASSES) {
      throw new IllegalArgumentException(
          "edge type %s has %d classes, more than %d"
              .formatted(name, classes.size(), LabelIndex.MAX_CLASSES));
    }
    if (!classes.isEmpty() && attributes.featureDim() == 0) {
      throw new IllegalArgumentException("edge type " + name + " has classes, but edges no row");
    }
  }

  /** A type whose edges have no class. */
  public EdgeType(String name, int source, int destination, EdgeAttributes attributes) {
    this(name, source, destination, attributes, List.of());
  }

  /** A type whose edges carry nothing. */
  public EdgeType(String name, int source, int destination) {
    this(name, source, destination, EdgeAttributes.NONE);
  }

  /** Floats of a feature row, without the class. */
  public int featureDim() {
    return attributes.featureDim() - (classes.isEmpty() ? 0 : 1);
  }
}
