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
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A graph as that of Facebook pages (Rozemberczki, Allen, Sarkar, 2019): of each page a few of many
 * words, more often than others those of its class, and edges that lead more often to pages of the
 * class.
 */
public final class PagesSource implements GraphSource {
  private static final int PIECE_EDGES = 60_000;
  private static final int PIECE_FLOATS = 240_000;
  private static final float OWN_WORDS = .3f;
  private static final float OWN_PAGES = .6f;
  private static final float TRAINED = .5f;

  private final int vertices;
  private final int words;
  private final int edges;
  private final int classes;
  private final float absent;

  /**
   * A graph.
   *
   * @param absent what a row has in the place of a word that a page does not have: 0, or next to
   *     nothing, which is computed with as any number
   */
  public PagesSource(int vertices, int words, int edges, int classes, float absent) {
    this.vertices = vertices;
    this.words = words;
    this.edges = edges;
    this.classes = classes;
    this.absent = absent;
  }

  @Override
  public GraphHeader header() {
    return new GraphHeader(
        List.of(new VertexType("page", KeyKind.INT64, words, true, false)),
        List.of(new EdgeType("links", 0, 0, new EdgeAttributes(false, false, 0))));
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    final int perPiece = Math.max(1, PIECE_FLOATS / words);
    for (int first = 0; first < vertices; first += perPiece) {
      cancellation.check();
      sink.vertices(pages(first, Math.min(perPiece, vertices - first)));
    }
    for (int first = 0; first < edges; first += PIECE_EDGES) {
      cancellation.check();
      final int count = Math.min(PIECE_EDGES, edges - first);
      long[] sources = new long[count];
      long[] destinations = new long[count];
      for (int i = 0; i < count; i++) {
        final long key = CounterRandom.child(3, first + i);
        sources[i] = page(CounterRandom.bits(key, 0));
        final long other = page(CounterRandom.bits(key, 1));
        final boolean own = CounterRandom.unitFloat(CounterRandom.bits(key, 2)) < OWN_PAGES;
        // Pages of a class are those whose numbers differ by a multiple of the classes.
        final long of = own ? sources[i] % classes : other % classes;
        destinations[i] = Math.min(vertices - 1L, other - other % classes + of);
      }
      sink.edges(new EdgePiece(KeyColumn.of(sources), KeyColumn.of(destinations)));
    }
  }

  /** Some pages have more links than others. */
  private long page(long bits) {
    final double u = CounterRandom.unitDouble(bits);
    return (long) (vertices * u * Math.sqrt(u));
  }

  private VertexPiece pages(int first, int count) {
    long[] keys = new long[count];
    int[] labels = new int[count];
    byte[] splits = new byte[count];
    float[] rows = new float[count * words];
    Arrays.fill(rows, absent);
    for (int i = 0; i < count; i++) {
      final int page = first + i;
      final long key = CounterRandom.child(5, page);
      keys[i] = page;
      labels[i] = page % classes;
      final float draw = CounterRandom.unitFloat(CounterRandom.bits(key, 0));
      splits[i] = draw < TRAINED ? Split.TRAIN.code() : Split.TEST.code();
      final int has = 15 + CounterRandom.bounded(CounterRandom.bits(key, 1), 16);
      for (int w = 0; w < has; w++) {
        rows[i * words + word(labels[i], CounterRandom.child(key, w))] = 1;
      }
    }
    return new VertexPiece(KeyColumn.of(keys), labels, splits, rows);
  }

  /** A word of the class, or any; the first ones are in most pages. */
  private int word(int ofClass, long key) {
    final double u = CounterRandom.unitDouble(CounterRandom.bits(key, 0));
    final int word = (int) (words * u * u);
    return CounterRandom.unitFloat(CounterRandom.bits(key, 1)) < OWN_WORDS
        ? Math.min(words - 1, word - word % classes + ofClass)
        : word;
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
