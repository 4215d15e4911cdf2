// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.List;

/**
 * A block model with degrees that are skewed (Karrer and Newman, "Stochastic blockmodels and
 * community structure in networks", 2011): vertices in blocks of one size, most edges within a
 * block, both ends drawn more often from some vertices of their block. Keys say nothing of the
 * blocks.
 */
public final class CommunitySource implements GraphSource {
  private static final int PIECE = 60_000;

  private final int vertices;
  private final int block;
  private final int edges;
  private final float within;

  /**
   * A graph.
   *
   * @param block vertices of a block, which divides their number
   * @param within share of the edges within a block
   */
  public CommunitySource(int vertices, int block, int edges, float within) {
    this.vertices = vertices;
    this.block = block;
    this.edges = edges;
    this.within = within;
  }

  @Override
  public GraphHeader header() {
    return new GraphHeader(
        List.of(new VertexType("vertex", KeyKind.INT64, 0, false, false)),
        List.of(new EdgeType("edge", 0, 0, new EdgeAttributes(false, false, 0))));
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    for (int first = 0; first < vertices; first += PIECE) {
      long[] keys = new long[Math.min(PIECE, vertices - first)];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = key(first + i);
      }
      sink.vertices(new VertexPiece(KeyColumn.of(keys), null, null, null));
    }
    for (int first = 0; first < edges; first += PIECE) {
      cancellation.check();
      final int count = Math.min(PIECE, edges - first);
      long[] sources = new long[count];
      long[] destinations = new long[count];
      for (int i = 0; i < count; i++) {
        long stream = CounterRandom.child(3, first + i);
        final int of = CounterRandom.bounded(CounterRandom.bits(stream, 0), vertices / block);
        final boolean inside = CounterRandom.unitFloat(CounterRandom.bits(stream, 1)) < within;
        final int to =
            inside ? of : CounterRandom.bounded(CounterRandom.bits(stream, 2), vertices / block);
        sources[i] = key(of * block + member(CounterRandom.bits(stream, 3)));
        destinations[i] = key(to * block + member(CounterRandom.bits(stream, 4)));
      }
      sink.edges(new EdgePiece(KeyColumn.of(sources), KeyColumn.of(destinations)));
    }
  }

  /** One of a block; the expected degrees of its vertices fall as a power of their number. */
  private int member(long bits) {
    final double u = CounterRandom.unitDouble(bits);
    return (int) (block * u * u * u);
  }

  private static long key(int vertex) {
    return CounterRandom.mix(vertex);
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return List.of();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
