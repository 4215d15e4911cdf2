// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.ingest.EdgeType;
import io.graphember.ingest.GraphHeader;

/**
 * Numbers the vertices of all types through: those of type 0 first, within a type in the order in
 * which they came. Immutable.
 */
final class VertexNumbering {
  private final EdgeSchema schema;
  private final int[] starts; // [types + 1]
  private final int[] sourceStarts; // [edge types of the input]
  private final int[] destinationStarts; // [edge types of the input]

  /**
   * A numbering.
   *
   * @param counts vertices of each type; the sum fits an int
   */
  VertexNumbering(GraphHeader header, EdgeSchema schema, int[] counts) {
    this.schema = schema;
    starts = new int[counts.length + 1];
    for (int t = 0; t < counts.length; t++) {
      starts[t + 1] = starts[t] + counts[t];
    }
    sourceStarts = new int[header.edgeTypes().size()];
    destinationStarts = new int[sourceStarts.length];
    for (int t = 0; t < sourceStarts.length; t++) {
      EdgeType type = header.edgeType(t);
      sourceStarts[t] = starts[type.source()];
      destinationStarts[t] = starts[type.destination()];
    }
  }

  /** Number of vertices. */
  int vertices() {
    return starts[starts.length - 1];
  }

  /** Number of vertex types. */
  int types() {
    return starts.length - 1;
  }

  /** Number of the first vertex of a type. */
  int start(int type) {
    return starts[type];
  }

  /** Type of a vertex. */
  int type(int vertex) {
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

  /** Number of the first vertex of the type that edges of an input type begin at. */
  int sourceStart(int edgeType) {
    return sourceStarts[edgeType];
  }

  /** Number of the first vertex of the type that edges of an input type end at. */
  int destinationStart(int edgeType) {
    return destinationStarts[edgeType];
  }

  /** The stored edge types. */
  EdgeSchema edgeSchema() {
    return schema;
  }
}
