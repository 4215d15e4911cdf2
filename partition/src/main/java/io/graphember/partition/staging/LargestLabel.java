// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.GraphError;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.error.GraphemberException;

/** The largest label number of the pieces of one vertex type. Used by one thread at a time. */
public final class LargestLabel {
  private int largest = -1;

  /**
   * Refuses a label number that no graph has room for.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public void check(VertexPiece piece) {
    for (int i = 0; piece.labels() != null && i < piece.rows(); i++) {
      largest = Math.max(largest, piece.labels()[i]);
    }
    if (largest >= GraphStaging.MAX_CLASSES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "Label number %d came; a graph has up to %d classes."
              .formatted(largest, GraphStaging.MAX_CLASSES));
    }
  }

  /** The largest so far; -1 if none came. */
  public int largest() {
    return largest;
  }
}
