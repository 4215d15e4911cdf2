// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.source.GraphSource;
import java.util.function.Consumer;

/**
 * Takes the pieces of a graph: first vertices, then splits, then edges and those that are held out,
 * and last where another tool has put them.
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

  /**
   * Takes edges that no model is to be trained with; never an empty piece. Who asks for the edges
   * that a model may see passes over them.
   */
  default void heldOut(HeldOutPiece piece) {
    // Only who keeps the graph needs to know.
  }

  /**
   * Takes where another tool has put edges or vertices, which an {@code AssignedSource} alone says;
   * never an empty piece. Who does not cut the graph passes over it; a cut that misses rows is
   * refused where it is made.
   */
  default void assignment(AssignmentPiece piece) {
    // Only who cuts the graph needs to know.
  }

  /** A sink for which all pieces are alike. */
  static PieceSink of(Consumer<Piece> pieces) {
    return new PieceSink() {
      @Override
      public void vertices(VertexPiece piece) {
        pieces.accept(piece);
      }

      @Override
      public void split(SplitPiece piece) {
        pieces.accept(piece);
      }

      @Override
      public void edges(EdgePiece piece) {
        pieces.accept(piece);
      }

      @Override
      public void heldOut(HeldOutPiece piece) {
        pieces.accept(piece);
      }

      @Override
      public void assignment(AssignmentPiece piece) {
        pieces.accept(piece);
      }
    };
  }

  /** A sink for vertices that passes over everything else. */
  static PieceSink ofVertices(Consumer<VertexPiece> vertices) {
    return new PieceSink() {
      @Override
      public void vertices(VertexPiece piece) {
        vertices.accept(piece);
      }

      @Override
      public void split(SplitPiece piece) {
        // Passed over.
      }

      @Override
      public void edges(EdgePiece piece) {
        // Passed over.
      }
    };
  }

  /** A sink that takes edges alone: where a table of pairs is read as a graph. */
  static PieceSink ofEdges(Consumer<EdgePiece> edges) {
    return new PieceSink() {
      @Override
      public void vertices(VertexPiece piece) {
        // Passed over: their keys come with the edges.
      }

      @Override
      public void split(SplitPiece piece) {
        // Passed over.
      }

      @Override
      public void edges(EdgePiece piece) {
        edges.accept(piece);
      }
    };
  }
}
