// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.schema.EdgeType;

/**
 * Numbers the vertices of all types through: those of type 0 first, within a type in the order in
 * which they came. Immutable.
 */
public final class VertexNumbering {
  private final EdgeSchema schema;
  private final int[] starts; // [types + 1]
  private final int[] sourceStarts; // [stored edge types]
  private final int[] destinationStarts; // [stored edge types]

  /**
   * A numbering.
   *
   * @param counts vertices of each type; the sum fits an int
   */
  public VertexNumbering(EdgeSchema schema, int[] counts) {
    this.schema = schema;
    starts = new int[counts.length + 1];
    for (int t = 0; t < counts.length; t++) {
      starts[t + 1] = starts[t] + counts[t];
    }
    sourceStarts = new int[schema.types().size()];
    destinationStarts = new int[sourceStarts.length];
    for (int t = 0; t < sourceStarts.length; t++) {
      EdgeType type = schema.types().get(t);
      sourceStarts[t] = starts[type.source()];
      destinationStarts[t] = starts[type.destination()];
    }
  }

  /** Vertices of each type. */
  public int[] counts() {
    int[] counts = new int[types()];
    for (int t = 0; t < counts.length; t++) {
      counts[t] = starts[t + 1] - starts[t];
    }
    return counts;
  }

  /** Number of vertices. */
  public int vertices() {
    return starts[starts.length - 1];
  }

  /** Number of vertex types. */
  public int types() {
    return starts.length - 1;
  }

  /** Number of the first vertex of a type. */
  public int start(int type) {
    return starts[type];
  }

  /** Type of a vertex. */
  public int type(int vertex) {
    int low = 0;
    int high = types() - 1;
    while (low < high) { // the first type that ends behind the vertex
      int middle = (low + high) >>> 1;
      if (starts[middle + 1] > vertex) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
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
