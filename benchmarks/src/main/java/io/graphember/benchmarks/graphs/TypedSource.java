// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
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
 * A graph that every model trains on: edges of two types with features, uniformly drawn but for
 * those of a hub, between vertices with random features and two classes, all of which are for
 * training.
 *
 * @param vertices number of vertices
 * @param edges number of edges, half of each type
 * @param dim features of a vertex
 * @param edgeDim features of an edge
 * @param hub edges that lead to vertex 0, the first ones
 */
public record TypedSource(int vertices, int edges, int dim, int edgeDim, int hub)
    implements GraphSource {
  private static final int PIECE_ROWS = 4_000;

  @Override
  public GraphHeader header() {
    EdgeAttributes attributes = new EdgeAttributes(false, false, edgeDim);
    return new GraphHeader(
        List.of(new VertexType("vertex", KeyKind.INT64, dim, true, false)),
        List.of(new EdgeType("one", 0, 0, attributes), new EdgeType("other", 0, 0, attributes)));
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    for (int first = 0; first < vertices; first += PIECE_ROWS) {
      cancellation.check();
      sink.vertices(vertices(first, Math.min(PIECE_ROWS, vertices - first)));
    }
    for (int first = 0; first < edges; first += PIECE_ROWS) {
      cancellation.check();
      sink.edges(edges(first / PIECE_ROWS % 2, first, Math.min(PIECE_ROWS, edges - first)));
    }
  }

  private VertexPiece vertices(int first, int count) {
    long[] keys = new long[count];
    int[] labels = new int[count];
    byte[] splits = new byte[count];
    for (int i = 0; i < count; i++) {
      keys[i] = first + i;
      labels[i] = CounterRandom.bounded(CounterRandom.bits(1, keys[i]), 2);
      splits[i] = Split.TRAIN.code();
    }
    return new VertexPiece(KeyColumn.of(keys), labels, splits, random(2, first, count, dim));
  }

  private EdgePiece edges(int type, int first, int count) {
    long[] sources = new long[count];
    long[] destinations = new long[count];
    for (int i = 0; i < count; i++) {
      sources[i] = CounterRandom.bounded(CounterRandom.bits(3, first + i), vertices);
      destinations[i] =
          first + i < hub ? 0 : CounterRandom.bounded(CounterRandom.bits(4, first + i), vertices);
    }
    return new EdgePiece(
        type,
        KeyColumn.of(sources),
        KeyColumn.of(destinations),
        null,
        null,
        edgeDim == 0 ? null : random(5, first, count, edgeDim));
  }

  private static float[] random(int tag, int first, int count, int dim) {
    float[] values = new float[count * dim];
    for (int i = 0; i < values.length; i++) {
      values[i] = CounterRandom.unitFloat(CounterRandom.bits(tag, (long) first * dim + i)) - 0.5f;
    }
    return values;
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return List.of("a", "b");
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
