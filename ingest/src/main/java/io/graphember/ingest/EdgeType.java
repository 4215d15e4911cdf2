// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/**
 * What all edges of one type have in common.
 *
 * @param name name of the type
 * @param source number of the vertex type that edges begin at
 * @param destination number of the vertex type that edges end at
 * @param attributes what each edge carries
 */
public record EdgeType(String name, int source, int destination, EdgeAttributes attributes) {
  /** Checks the name. */
  public EdgeType {
    TypeName.check(name);
  }

  /** A type whose edges carry nothing. */
  public EdgeType(String name, int source, int destination) {
    this(name, source, destination, EdgeAttributes.NONE);
  }
}
