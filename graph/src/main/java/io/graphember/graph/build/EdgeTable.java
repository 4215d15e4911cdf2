// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.GraphError;
import io.graphember.memory.IntColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;

/**
 * The edges of a graph in their canonical order, by (destination, source): compressed by
 * destination, so that the order in which files or pieces came leaves no trace.
 *
 * <p>4 bytes an edge and 4 a vertex. Built by counting sort: O(V + E), then a sort within each
 * destination. Used by one thread at a time.
 */
public final class EdgeTable implements EdgeStream {
  private static final int CANCEL_EVERY = 1 << 16;

  private final int[] offsets;
  private final int[] sources;
  private int nextVertex;
  private int nextEdge;

  private EdgeTable(int[] offsets, int[] sources) {
    this.offsets = offsets;
    this.sources = sources;
  }

  /**
   * What happens to the edges before they are placed.
   *
   * @param symmetrize adds the reverse of every edge; a self loop is its own reverse
   * @param dropSelfLoops leaves out edges from a vertex to itself
   * @param dropDuplicates keeps one of several equal edges, after symmetrising
   */
  public record Options(boolean symmetrize, boolean dropSelfLoops, boolean dropDuplicates) {}

  /** Bytes taken while a table of so many edges is built, the table included. */
  public static long estimateBytes(long vertices, long edges, Options options) {
    long most = options.symmetrize ? 2 * edges : edges;
    return 8 * vertices + (options.dropDuplicates ? 8 : 4) * most;
  }

  /**
   * Sorts edges.
   *
   * @param vertices number of vertices
   * @param edgeSources source of each edge, {@code 0 .. vertices - 1}
   * @param edgeDestinations destination of each edge, as many
   */
  public static EdgeTable of(
      int vertices,
      IntColumn edgeSources,
      IntColumn edgeDestinations,
      Options options,
      Cancellation cancellation) {
    int[] offsets = count(vertices, edgeSources, edgeDestinations, options, cancellation);
    int[] sources = new int[offsets[vertices]];
    int[] cursor = Arrays.copyOf(offsets, vertices);
    for (long e = 0; e < edgeSources.size(); e++) {
      if (e % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      int u = edgeSources.get(e);
      int v = edgeDestinations.get(e);
      if (u == v) {
        if (!options.dropSelfLoops) {
          sources[cursor[v]++] = u;
        }
        continue;
      }
      sources[cursor[v]++] = u;
      if (options.symmetrize) {
        sources[cursor[u]++] = v;
      }
    }
    for (int v = 0; v < vertices; v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      Arrays.sort(sources, offsets[v], offsets[v + 1]);
    }
    return options.dropDuplicates ? unique(offsets, sources) : new EdgeTable(offsets, sources);
  }

  private static int[] count(
      int vertices,
      IntColumn edgeSources,
      IntColumn edgeDestinations,
      Options options,
      Cancellation cancellation) {
    long most = options.symmetrize ? 2 * edgeSources.size() : edgeSources.size();
    if (most > Integer.MAX_VALUE - 8) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "The graph has %d edges; this version holds up to %d in one graph."
              .formatted(most, Integer.MAX_VALUE - 8));
    }
    int[] offsets = new int[vertices + 1];
    for (long e = 0; e < edgeSources.size(); e++) {
      if (e % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      int u = edgeSources.get(e);
      int v = edgeDestinations.get(e);
      if (u == v) {
        offsets[v + 1] += options.dropSelfLoops ? 0 : 1;
        continue;
      }
      offsets[v + 1]++;
      if (options.symmetrize) {
        offsets[u + 1]++;
      }
    }
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    return offsets;
  }

  private static EdgeTable unique(int[] offsets, int[] sources) {
    int kept = 0;
    int first = 0;
    for (int v = 0; v + 1 < offsets.length; v++) {
      int end = offsets[v + 1];
      for (int e = first; e < end; e++) {
        if (e == first || sources[e] != sources[e - 1]) {
          sources[kept++] = sources[e];
        }
      }
      first = end;
      offsets[v + 1] = kept;
    }
    return new EdgeTable(offsets, Arrays.copyOf(sources, kept));
  }

  /** First edge of each destination, and the end: {@code int[vertices() + 1]}. */
  int[] offsets() {
    return offsets;
  }

  /** Source of each edge. */
  int[] sources() {
    return sources;
  }

  /** In-degree of a vertex. */
  int inDegree(int vertex) {
    return offsets[vertex + 1] - offsets[vertex];
  }

  @Override
  public long vertices() {
    return offsets.length - 1;
  }

  @Override
  public long edges() {
    return sources.length;
  }

  @Override
  public int read(int[] sourcesOut, int[] destinationsOut) {
    int count = Math.min(sourcesOut.length, sources.length - nextEdge);
    System.arraycopy(sources, nextEdge, sourcesOut, 0, count);
    for (int i = 0; i < count; i++) {
      while (offsets[nextVertex + 1] <= nextEdge) {
        nextVertex++;
      }
      destinationsOut[i] = nextVertex;
      nextEdge++;
    }
    return count;
  }

  @Override
  public void rewind() {
    nextVertex = 0;
    nextEdge = 0;
  }
}
