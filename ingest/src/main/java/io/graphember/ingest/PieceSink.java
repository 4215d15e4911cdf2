// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/**
 * Takes the pieces of a graph: first vertices, then splits, then edges.
 *
 * <p>Called by the one thread that runs {@link GraphSource#stream}. A call may block while the
 * receiver is busy: that is all the back pressure there is. What a call throws ends the stream.
 */
public interface PieceSink {
  /** Takes vertices; never an empty piece. */
  void vertices(VertexPiece piece);

  /** Takes members of a split; never an empty piece. */
  void split(SplitPiece piece);

  /** Takes edges; never an empty piece. */
  void edges(EdgePiece piece);
}
