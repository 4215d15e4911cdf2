// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.PackedInts;
import java.util.Arrays;

/**
 * The types of the vertices of one partition. The type of a master is a look-up in the ranges of
 * its partition, that of a mirror stands in a column. Immutable; safe for any thread.
 */
public final class PartitionTypes {
  private final int[] starts; // [vertex types + 1]
  private final PackedInts mirrors; // empty for one vertex type
  private final int edgeTypes;

  PartitionTypes(int[] starts, PackedInts mirrors, int edgeTypes) {
    this.starts = starts;
    this.mirrors = mirrors;
    this.edgeTypes = edgeTypes;
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
    if (vertexTypes() == 1) {
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

  /** True if every number is in its range. */
  boolean consistent(int masters) {
    boolean good = starts[0] == 0 && starts[starts.length - 1] == masters;
    for (int t = 0; t < vertexTypes(); t++) {
      good &= starts[t] <= starts[t + 1];
    }
    for (int i = 0; i < mirrors.size(); i++) {
      good &= mirrors.get(i) < vertexTypes();
    }
    return good;
  }
}
