// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.memory.MemoryBudget;
import io.graphember.partition.staging.Staging;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Keeps the pieces of additions until all have come: only then is it known what they touch. Memory
 * is taken from the budget as they come. Used by one thread at a time.
 */
public final class BufferedPieces implements Staging, Iterable<Piece> {
  private final MemoryBudget.Reservation memory;
  private final Runnable closed;
  private final List<Piece> pieces = new ArrayList<>();
  private long vertices;
  private long edges;
  private boolean others;

  /**
   * None.
   *
   * @param budget memory is taken from it until {@link #close}
   * @param closed called when it is closed
   */
  public BufferedPieces(MemoryBudget budget, Runnable closed) {
    this.closed = closed;
    memory = budget.take(0, "What is added to a graph");
  }

  private void keep(Piece piece) {
    memory.grow(piece.encode().length);
    pieces.add(piece);
  }

  @Override
  public void vertices(VertexPiece piece) {
    keep(piece);
    vertices += piece.rows();
  }

  @Override
  public void split(SplitPiece piece) {
    keep(piece);
    vertices += piece.rows();
  }

  @Override
  public void edges(EdgePiece piece) {
    keep(piece);
    edges += piece.rows();
  }

  @Override
  public void heldOut(HeldOutPiece piece) {
    keep(piece);
    edges += piece.rows();
    others |= piece.rows() > 0;
  }

  @Override
  public void assignment(AssignmentPiece piece) {
    keep(piece);
    others = true;
  }

  /** Rows of vertices and splits. */
  public long vertexRows() {
    return vertices;
  }

  /** Rows of edges. */
  public long edgeRows() {
    return edges;
  }

  /** True if edges that are held out are among them, or where another tool has put edges. */
  public boolean others() {
    return others;
  }

  @Override
  public long rows() {
    return vertices + edges;
  }

  @Override
  public Iterator<Piece> iterator() {
    return pieces.iterator();
  }

  @Override
  public void close() {
    pieces.clear();
    memory.close();
    closed.run();
  }
}
