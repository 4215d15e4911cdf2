// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The types of the vertices and edges of one partition. The type of a master is a look-up in the
 * ranges of its partition, that of a mirror stands in a column. Immutable once built; safe for any
 * thread.
 */
public final class PartitionTypes {
  private final int[] starts; // [vertex types + 1]
  private final TypeColumn mirrors; // null for one vertex type
  private final int edgeTypes;
  private final TypeColumn edges; // null for one edge type

  /**
   * Takes the arrays as they are, without a copy.
   *
   * @param starts first master of each vertex type, and the number of masters
   * @param mirrors vertex type of each mirror; null if there is one vertex type
   * @param edgeTypes number of edge types
   * @param edges edge type of each edge; null if there is one edge type
   */
  public PartitionTypes(int[] starts, TypeColumn mirrors, int edgeTypes, TypeColumn edges) {
    this.starts = starts;
    this.mirrors = mirrors;
    this.edgeTypes = edgeTypes;
    this.edges = edges;
  }

  /** The types of a homogeneous graph. */
  public static PartitionTypes homogeneous(int masters) {
    return new PartitionTypes(new int[] {0, masters}, null, 1, null);
  }

  /** Number of vertex types. */
  public int vertexTypes() {
    return starts.length - 1;
  }

  /** First master of a vertex type; of the number of types, the number of masters. */
  public int start(int vertexType) {
    return starts[vertexType];
  }

  /** Masters of a vertex type. */
  public int masters(int vertexType) {
    return starts[vertexType + 1] - starts[vertexType];
  }

  /** Vertex type of a local vertex. */
  public int vertexType(int local) {
    if (mirrors == null) {
      return 0;
    }
    final int masters = starts[starts.length - 1];
    if (local >= masters) {
      return mirrors.get(local - masters);
    }
    // The last type that starts at or before it: empty types before it start there, too.
    int type = Arrays.binarySearch(starts, local);
    if (type < 0) {
      return -type - 2;
    }
    while (starts[type + 1] == local) {
      type++;
    }
    return type;
  }

  /** Number of edge types. */
  public int edgeTypes() {
    return edgeTypes;
  }

  /** Type of an edge. */
  public int edgeType(int edge) {
    return edges == null ? 0 : edges.get(edge);
  }

  /** Bytes of the columns, as stored and in the heap. */
  static long bytes(int vertexTypes, long mirrors, int edgeTypes, long edges) {
    return 4L * (vertexTypes + 1)
        + (vertexTypes > 1 ? mirrors : 0)
        + (edgeTypes > 1 ? edges * TypeColumn.width(edgeTypes) : 0);
  }

  void writeStarts(ByteBuffer out) {
    for (int start : starts) {
      out.putInt(start);
    }
  }

  void writeColumns(ByteBuffer out) {
    for (int i = 0; mirrors != null && i < mirrors.size(); i++) {
      out.put((byte) mirrors.get(i));
    }
    for (int i = 0; edges != null && i < edges.size(); i++) {
      if (TypeColumn.width(edgeTypes) == 1) {
        out.put((byte) edges.get(i));
      } else {
        out.putShort((short) edges.get(i));
      }
    }
  }

  static TypeColumn readColumn(ByteBuffer in, int types, int size) {
    if (types == 1) {
      return null;
    }
    TypeColumn column = TypeColumn.of(types, size);
    for (int i = 0; i < size; i++) {
      column.set(i, TypeColumn.width(types) == 1 ? in.get() : in.getShort());
    }
    return column;
  }

  /** True if every number is in its range, and edges of a vertex are in order of type. */
  boolean consistent(int masters, int[] offsets) {
    boolean good = starts[0] == 0 && starts[starts.length - 1] == masters;
    for (int t = 0; t < vertexTypes(); t++) {
      good &= starts[t] <= starts[t + 1];
    }
    for (int i = 0; mirrors != null && i < mirrors.size(); i++) {
      good &= mirrors.get(i) < vertexTypes();
    }
    for (int v = 0; edges != null && v + 1 < offsets.length; v++) {
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        good &= edges.get(e) < edgeTypes;
        good &= e == offsets[v] || edges.get(e - 1) <= edges.get(e);
      }
    }
    return good;
  }
}
