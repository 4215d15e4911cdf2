// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.schema.EdgeType;
import io.graphember.spi.partition.VertexTypes;

/**
 * Numbers the vertices of all types through: those of type 0 first, within a type in the order in
 * which they came. Immutable.
 */
public final class VertexNumbering {
  private final EdgeSchema schema;
  private final VertexTypes vertexTypes;
  private final int[] sourceStarts; // [stored edge types]
  private final int[] destinationStarts; // [stored edge types]

  /**
   * A numbering.
   *
   * @param counts vertices of each type; the sum fits an int
   */
  public VertexNumbering(EdgeSchema schema, int[] counts) {
    this.schema = schema;
    vertexTypes = VertexTypes.counting(counts);
    sourceStarts = new int[schema.types().size()];
    destinationStarts = new int[sourceStarts.length];
    for (int t = 0; t < sourceStarts.length; t++) {
      EdgeType type = schema.types().get(t);
      sourceStarts[t] = vertexTypes.start(type.source());
      destinationStarts[t] = vertexTypes.start(type.destination());
    }
  }

  /** Vertices of each type. */
  public int[] counts() {
    return vertexTypes.counts();
  }

  /** The vertex types. */
  public VertexTypes vertexTypes() {
    return vertexTypes;
  }

  /** Number of vertices. */
  public int vertices() {
    return vertexTypes.start(types());
  }

  /** Number of vertex types. */
  public int types() {
    return vertexTypes.count();
  }

  /** Number of the first vertex of a type. */
  public int start(int type) {
    return vertexTypes.start(type);
  }

  /** Type of a vertex. */
  public int type(int vertex) {
    return vertexTypes.of(vertex);
  }

  /** Number of the first vertex of the type that edges of a stored type begin at. */
  public int sourceStart(int edgeType) {
    return sourceStarts[edgeType];
  }

  /** Number of the first vertex of the type that edges of a stored type end at. */
  public int destinationStart(int edgeType) {
    return destinationStarts[edgeType];
  }

  /** The stored edge types. */
  public EdgeSchema edgeSchema() {
    return schema;
  }
}
