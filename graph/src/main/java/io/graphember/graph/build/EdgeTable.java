// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.GraphError;
import io.graphember.graph.GraphSettings;
import io.graphember.graph.store.TypeColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;

/**
 * The edges of a graph in their canonical order, by (destination, type, source): compressed by
 * destination, so that the order in which files or pieces came leaves no trace.
 *
 * <p>4 bytes an edge and 4 a vertex, and 1 or 2 an edge if there are several types. Used by one
 * thread at a time.
 */
public final class EdgeTable implements EdgeStream {
  private final int[] offsets;
  private final int[] sources;
  private final TypeColumn types; // null for one type
  private int nextVertex;
  private int nextEdge;

  EdgeTable(int[] offsets, int[] sources, TypeColumn types) {
    this.offsets = offsets;
    this.sources = sources;
    this.types = types;
  }

  /**
   * What happens to the edges before they are placed.
   *
   * @param undirected turns every edge so that it ends at the vertex with the higher number
   * @param dropSelfLoops leaves out edges from a vertex to itself
   * @param dropDuplicates keeps one of several equal edges, after symmetrising
   */
  record Options(boolean undirected, boolean dropSelfLoops, boolean dropDuplicates) {
    /** What settings ask for. */
    static Options of(GraphSettings settings) {
      return new Options(false, settings.dropSelfLoops(), settings.dropDuplicates());
    }

    /** The simple undirected form of a graph: each edge once, no self loops. */
    static final Options SIMPLE = new Options(true, true, true);
  }

  /**
   * Bytes of a table while it is built; twice as much if duplicates are dropped.
   *
   * @param edges edges after symmetrising
   */
  static long estimateBytes(long vertices, long edges, int edgeTypes) {
    int typeBytes = edgeTypes == 1 ? 0 : TypeColumn.width(edgeTypes);
    return 8 * vertices + (4L + typeBytes) * edges;
  }

  /**
   * Sorts edges.
   *
   * @param staged edges by the numbers of their ends within their types
   * @param numbering numbers the vertices of all types through
   */
  static EdgeTable of(
      StagedEdges staged, VertexNumbering numbering, Options options, Cancellation cancellation) {
    return new EdgeSorter(staged, numbering, options, cancellation).sort();
  }

  static GraphemberException tooLarge(long edges) {
    return new GraphemberException(
        GraphError.GRAPH_TOO_LARGE,
        "The graph has %d edges; this version holds up to %d in one graph."
            .formatted(edges, Integer.MAX_VALUE - 8));
  }

  /** The table with one of several equal edges; uses the arrays of this one. */
  EdgeTable unique() {
    int kept = 0;
    int first = 0;
    for (int v = 0; v + 1 < offsets.length; v++) {
      int end = offsets[v + 1];
      for (int e = first; e < end; e++) {
        // The slot before the next one holds the last edge that was kept.
        boolean again = e > first && sources[e] == sources[kept - 1] && type(e) == type(kept - 1);
        if (!again) {
          sources[kept] = sources[e];
          if (types != null) {
            types.set(kept, types.get(e));
          }
          kept++;
        }
      }
      first = end;
      offsets[v + 1] = kept;
    }
    return new EdgeTable(
        offsets, Arrays.copyOf(sources, kept), types == null ? null : types.first(kept));
  }

  /** First edge of each destination, and the end: {@code int[vertices() + 1]}. */
  int[] offsets() {
    return offsets;
  }

  /** Source of each edge. */
  int[] sources() {
    return sources;
  }

  /** Type of an edge. */
  int type(int edge) {
    return types == null ? 0 : types.get(edge);
  }

  /** Number of edges of each type. */
  long[] countTypes(int edgeTypes) {
    long[] counts = new long[edgeTypes];
    if (types == null) {
      counts[0] = sources.length;
      return counts;
    }
    for (int e = 0; e < sources.length; e++) {
      counts[types.get(e)]++;
    }
    return counts;
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
