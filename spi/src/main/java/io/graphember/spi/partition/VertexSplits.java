// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

/**
 * Which vertices are trained on, validate and test, by the split that came with the graph. Safe to
 * read by several threads at once.
 */
@FunctionalInterface
public interface VertexSplits {
  /** Code of a vertex that is in no split. */
  byte NONE = 0;

  /** Code of a vertex that is trained on. */
  byte TRAIN = 1;

  /** Code of a vertex that chooses the best epoch. */
  byte VALID = 2;

  /** Code of a vertex that measures the result. */
  byte TEST = 3;

  /** No vertex is in a split. */
  VertexSplits EMPTY = vertex -> NONE;

  /** Code of a vertex by its number in the {@link EdgeStream}. */
  byte of(int vertex);

  /** Whether any of vertices {@code 0 .. vertices - 1} is in a split. O(vertices). */
  default boolean any(int vertices) {
    int vertex = 0;
    while (vertex < vertices && of(vertex) == NONE) {
      vertex++;
    }
    return vertex < vertices;
  }
}
