// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/**
 * What all edges of one type have in common.
 *
 * @param name name of the type
 * @param source number of the vertex type that edges begin at
 * @param destination number of the vertex type that edges end at
 */
public record EdgeType(String name, int source, int destination) {
  /** Checks the name. */
  public EdgeType {
    TypeName.check(name);
  }
}
