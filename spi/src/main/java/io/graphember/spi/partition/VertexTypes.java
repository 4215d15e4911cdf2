// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

import java.util.Arrays;

/**
 * The types of vertices, which are numbered type by type in an {@link EdgeStream}: those of type 0
 * first. Immutable.
 */
public final class VertexTypes {
  /** All vertices are of one type, however many there are. */
  public static final VertexTypes ONE = counting(Integer.MAX_VALUE);

  private final int[] starts; // [types + 1] first number of each type, and the end

  private VertexTypes(int[] starts) {
    this.starts = starts;
  }

  /**
   * Types of vertices.
   *
   * @param counts how many vertices each type has, one type at least; the sum fits an int
   */
  public static VertexTypes counting(int... counts) {
    final int[] starts = new int[counts.length + 1];
    for (int type = 0; type < counts.length; type++) {
      starts[type + 1] = Math.addExact(starts[type], counts[type]);
    }
    return new VertexTypes(starts);
  }

  /** Number of types. */
  public int count() {
    return starts.length - 1;
  }

  /** Number of the first vertex of a type; for {@link #count()} the number of all vertices. */
  public int start(int type) {
    return starts[type];
  }

  /** Type of a vertex by its number. O(log types). */
  public int of(int vertex) {
    int low = 0;
    int high = count() - 1;
    while (low < high) { // the first type that ends behind the vertex
      final int middle = (low + high) >>> 1;
      if (starts[middle + 1] > vertex) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** How many vertices each type has. */
  public int[] counts() {
    final int[] counts = new int[count()];
    Arrays.setAll(counts, type -> starts[type + 1] - starts[type]);
    return counts;
  }
}
