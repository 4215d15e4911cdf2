// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.Arrays;

/**
 * How large a graph will be, as far as that is known before it is read: a load that cannot fit is
 * refused before its first piece.
 *
 * @param vertices vertices of each type, 0 where that is not known
 * @param edges edges of all types, 0 if that is not known
 * @param exact false if the numbers are guesses from the sizes of files
 */
public record ExpectedSize(long[] vertices, long edges, boolean exact) {
  /** Nothing is known. */
  public static ExpectedSize unknown(GraphHeader header) {
    return new ExpectedSize(new long[header.vertexTypes().size()], 0, false);
  }

  /** An exact size of a graph with one vertex type. */
  public static ExpectedSize of(long vertices, long edges) {
    return new ExpectedSize(new long[] {vertices}, edges, true);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof ExpectedSize other
        && Arrays.equals(vertices, other.vertices)
        && edges == other.edges
        && exact == other.exact;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(vertices) + Long.hashCode(edges);
  }

  @Override
  public String toString() {
    return "ExpectedSize[%s vertices, %d edges]".formatted(Arrays.toString(vertices), edges);
  }
}
