// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A simple undirected R-MAT graph in memory: exactly so many edges, each once, without self loops,
 * in random order.
 */
public final class RmatEdges implements EdgeStream {
  private final int vertices;
  private final int[] sources;
  private final int[] destinations;
  private int next;

  /** A graph of {@code 2^scale} vertices. */
  public RmatEdges(int scale, int edges) {
    vertices = 1 << scale;
    long[] distinct = distinct(scale, edges);
    CounterRandom.shuffle(distinct, 7);
    sources = new int[edges];
    destinations = new int[edges];
    for (int e = 0; e < edges; e++) {
      sources[e] = (int) (distinct[e] >>> 32);
      destinations[e] = (int) distinct[e];
    }
  }

  /** The edges with an end at home in a share, in the same order. */
  public RmatEdges incident(VertexHomes homes) {
    int[] kept =
        IntStream.range(0, sources.length)
            .filter(e -> homes.here(sources[e]) || homes.here(destinations[e]))
            .toArray();
    return new RmatEdges(
        vertices,
        IntStream.of(kept).map(e -> sources[e]).toArray(),
        IntStream.of(kept).map(e -> destinations[e]).toArray());
  }

  private RmatEdges(int vertices, int[] sources, int[] destinations) {
    this.vertices = vertices;
    this.sources = sources;
    this.destinations = destinations;
  }

  /** Draws until there are so many different edges, or a few more. */
  private static long[] distinct(int scale, int edges) {
    long[] drawn = new long[edges + edges / 4];
    long counter = 0;
    int count = 0;
    while (count < edges) {
      while (count < drawn.length) {
        long edge = RmatDraw.edge(scale, counter++);
        long source = edge >>> 32;
        long destination = edge & 0xFFFFFFFFL;
        if (source != destination) {
          drawn[count++] = Math.min(source, destination) << 32 | Math.max(source, destination);
        }
      }
      Arrays.sort(drawn);
      count = 0;
      for (int i = 0; i < drawn.length; i++) {
        if (i == 0 || drawn[i] != drawn[i - 1]) {
          drawn[count++] = drawn[i];
        }
      }
    }
    return Arrays.copyOf(drawn, count);
  }

  @Override
  public long vertices() {
    return vertices;
  }

  @Override
  public long edges() {
    return sources.length;
  }

  @Override
  public int read(int[] sourcesOut, int[] destinationsOut) {
    int count = Math.min(sourcesOut.length, sources.length - next);
    System.arraycopy(sources, next, sourcesOut, 0, count);
    System.arraycopy(destinations, next, destinationsOut, 0, count);
    next += count;
    return count;
  }

  @Override
  public void rewind() {
    next = 0;
  }
}
