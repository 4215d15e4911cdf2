// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

/**
 * Where another tool has put the edges or the vertices of a graph: what partitioner {@code file}
 * follows. Safe to read by several threads at once.
 */
public interface GivenAssignment {
  /** Nothing was said. */
  int NONE = -1;

  /** An assignment that says nothing. */
  GivenAssignment EMPTY =
      new GivenAssignment() {
        @Override
        public int ofEdge(int source, int destination) {
          return NONE;
        }

        @Override
        public int ofVertex(int vertex) {
          return NONE;
        }
      };

  /** Partition of the edges between two vertices, in either direction, or {@link #NONE}. */
  int ofEdge(int source, int destination);

  /**
   * Partition of a vertex's master and of the edges that end there and have none of their own, or
   * {@link #NONE}.
   */
  int ofVertex(int vertex);
}
