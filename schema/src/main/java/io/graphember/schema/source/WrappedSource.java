// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import java.util.List;

/**
 * A graph of which something is taken, left out or added on the way; all else is that of the graph,
 * which is closed with it.
 */
public abstract class WrappedSource implements GraphSource {
  /** The graph as it comes. */
  protected final GraphSource graph;

  /** Wraps a graph. */
  protected WrappedSource(GraphSource graph) {
    this.graph = graph;
  }

  /** What pieces pass through on their way to a sink; nothing but the sink unless overridden. */
  protected PieceSink before(PieceSink sink) {
    return sink;
  }

  @Override
  public GraphHeader header() {
    return graph.header();
  }

  @Override
  public ExpectedSize expected() {
    return graph.expected();
  }

  @Override
  public boolean givesTrainSplit() {
    return graph.givesTrainSplit();
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    graph.stream(before(sink), cancellation);
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return graph.labelNames(vertexType);
  }

  @Override
  public List<String> numbers(int vertexType) {
    return graph.numbers(vertexType);
  }

  @Override
  public void close() {
    graph.close();
  }

  /** Passes everything on. */
  protected abstract static class Passing implements PieceSink {
    /** Who is behind. */
    protected final PieceSink sink;

    /** Passes on to a sink. */
    protected Passing(PieceSink sink) {
      this.sink = sink;
    }

    @Override
    public void vertices(VertexPiece piece) {
      sink.vertices(piece);
    }

    @Override
    public void split(SplitPiece piece) {
      sink.split(piece);
    }

    @Override
    public void edges(EdgePiece piece) {
      sink.edges(piece);
    }

    @Override
    public void heldOut(HeldOutPiece piece) {
      sink.heldOut(piece);
    }

    @Override
    public void assignment(AssignmentPiece piece) {
      sink.assignment(piece);
    }
  }
}
