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
import java.util.stream.IntStream;

/**
 * An R-MAT graph with random features and classes; some vertices, drawn at random, are for
 * training.
 */
public final class RmatSource implements GraphSource {
  static final int PIECE_EDGES = 60_000;

  private final int scale;
  private final long edges;
  private final int dim;
  private final int classes;
  private final int train;
  private final boolean weights;

  /**
   * A graph of {@code 2^scale} vertices.
   *
   * @param train expected size of the training split
   */
  public RmatSource(int scale, long edges, int dim, int classes, int train) {
    this(scale, edges, dim, classes, train, false);
  }

  private RmatSource(int scale, long edges, int dim, int classes, int train, boolean weights) {
    this.weights = weights;
    this.scale = scale;
    this.edges = edges;
    this.dim = dim;
    this.classes = classes;
    this.train = train;
  }

  /** The same graph with a random weight in (0, 1] on every edge. */
  public RmatSource weighted() {
    return new RmatSource(scale, edges, dim, classes, train, true);
  }

  /** Ends of edges at each vertex: its in-edges where the graph is symmetrized. */
  public int[] degrees() {
    final int[] degrees = new int[1 << scale];
    for (long e = 0; e < edges; e++) {
      final long edge = RmatDraw.edge(scale, e);
      degrees[(int) (edge >>> 32)]++;
      degrees[(int) edge]++;
    }
    return degrees;
  }

  @Override
  public GraphHeader header() {
    return new GraphHeader(
        List.of(new VertexType("vertex", KeyKind.INT64, dim, true, false)),
        List.of(new EdgeType("edge", 0, 0, new EdgeAttributes(weights, false, 0))));
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    int vertices = 1 << scale;
    int perPiece = Math.max(1, 240_000 / Math.max(1, dim));
    for (int first = 0; first < vertices; first += perPiece) {
      cancellation.check();
      sink.vertices(vertices(first, Math.min(perPiece, vertices - first)));
    }
    for (long first = 0; first < edges; first += PIECE_EDGES) {
      cancellation.check();
      sink.edges(edges(scale, first, (int) Math.min(PIECE_EDGES, edges - first), weights));
    }
  }

  private VertexPiece vertices(int first, int count) {
    long[] keys = new long[count];
    int[] labels = new int[count];
    byte[] splits = new byte[count];
    float[] features = new float[count * dim];
    for (int i = 0; i < count; i++) {
      int v = first + i;
      keys[i] = v;
      labels[i] = CounterRandom.bounded(CounterRandom.bits(1, v), classes);
      // Spread over the graph: R-MAT's low numbers are its hubs.
      splits[i] =
          CounterRandom.bits(2, v) >>> 1 < Long.MAX_VALUE / (1 << scale) * train
              ? Split.TRAIN.code()
              : Split.NONE;
      for (int f = 0; f < dim; f++) {
        features[i * dim + f] =
            CounterRandom.unitFloat(CounterRandom.bits(3, (long) v * dim + f)) - 0.5f;
      }
    }
    return new VertexPiece(KeyColumn.of(keys), labels, splits, dim == 0 ? null : features);
  }

  static EdgePiece edges(int scale, long first, int count, boolean weights) {
    long[] sources = new long[count];
    long[] destinations = new long[count];
    for (int i = 0; i < count; i++) {
      long edge = RmatDraw.edge(scale, first + i);
      sources[i] = edge >>> 32;
      destinations[i] = edge & 0xFFFFFFFFL;
    }
    float[] values = new float[weights ? count : 0];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1 - CounterRandom.unitFloat(CounterRandom.bits(5, first + i));
    }
    return new EdgePiece(
        0, KeyColumn.of(sources), KeyColumn.of(destinations), weights ? values : null, null, null);
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return IntStream.range(0, classes).mapToObj(String::valueOf).toList();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
