// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.store.TypeColumn;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a graph, or of one of its shares, in their canonical order, by (destination, type,
 * source): compressed by destination, so that the order in which files or pieces came leaves no
 * trace.
 *
 * <p>Parallel edges are in order of what they carry: by time, then weight, then features. An edge
 * names the staged edge whose values it has; an edge and its reverse name the same one.
 *
 * <p>4 bytes an edge and 4 a vertex, 1 or 2 more an edge if there are several types, 4 more if
 * edges carry something; 6 more if edges are added to a base version. Used by one thread at a time.
 */
public final class EdgeTable implements EdgeStream {
  /** Most edges of one graph. */
  public static final int MAX_EDGES = Integer.MAX_VALUE - 8;

  /** Keys that all workers together have room to sort. */
  private static final long SORTED_AT_ONCE = 16L * RadixSorter.MOST_KEYS;

  private final int[] offsets;
  private final int[] sources;
  private final @Nullable TypeColumn types; // null for one type
  private final int @Nullable []
      origins; // null if edges carry nothing, and there is no base version
  private final short @Nullable [] basePartitions; // null without a base version
  private final StagedValues values;
  private int nextVertex;
  private int nextEdge;

  EdgeTable(
      int[] offsets,
      int[] sources,
      @Nullable TypeColumn types,
      int @Nullable [] origins,
      short @Nullable [] basePartitions,
      StagedValues values) {
    this.offsets = offsets;
    this.sources = sources;
    this.types = types;
    this.origins = origins;
    this.basePartitions = basePartitions;
    this.values = values;
  }

  /**
   * What happens to the edges before they are placed.
   *
   * @param undirected turns every edge so that it ends at the vertex with the higher number
   * @param dropSelfLoops leaves out edges from a vertex to itself
   * @param dropDuplicates keeps one of several edges of one type between the same ends, after
   *     symmetrising: the latest, of the latest the heaviest, of these the one whose features come
   *     last in lexicographic order
   */
  public record Options(boolean undirected, boolean dropSelfLoops, boolean dropDuplicates) {
    /** What settings ask for. */
    public static Options of(GraphSettings settings) {
      return new Options(false, settings.dropSelfLoops(), settings.dropDuplicates());
    }

    /** The simple undirected form of a graph: each edge once, no self loops. */
    public static final Options SIMPLE = new Options(true, true, true);
  }

  /**
   * Bytes of a table; twice as much while duplicates are dropped.
   *
   * @param edges edges after symmetrising
   * @param based true if there is a base version
   */
  public static long estimateBytes(
      long vertices, long edges, int edgeTypes, boolean attributes, boolean based) {
    int typeBytes = edgeTypes == 1 ? 0 : TypeColumn.width(edgeTypes);
    int originBytes = (attributes || based ? 4 : 0) + (based ? 2 : 0);
    return 4 * vertices + (4L + typeBytes + originBytes) * edges;
  }

  /**
   * Bytes that building a table takes at most, beside the ends of the staged edges until these are
   * dealt to buckets, then instead of them.
   *
   * @param staged staged edges
   * @param edges edges after symmetrising
   */
  public static long buildBytes(
      long vertices,
      long staged,
      long edges,
      int edgeTypes,
      Options options,
      boolean attributes,
      boolean based) {
    final boolean origins = attributes || based;
    final long table = estimateBytes(vertices, edges, edgeTypes, attributes, based);
    final long buckets = (origins ? 8 + 4 : 8) * edges;
    // What is sorted with its origin may end at one vertex, all of it.
    final long room = origins ? 12 * edges : 8 * Math.min(edges, SORTED_AT_ONCE);
    return Math.max(
        buckets,
        Math.max(buckets + room + table, options.dropDuplicates() ? 2 * table : 0)
            - StagedEdges.bytes(staged));
  }

  /**
   * Sorts edges.
   *
   * @param staged edges by the numbers of their ends within their types, which it forgets
   * @param numbering numbers the vertices of all types through
   * @param homes the table has the edges that end at vertices at home here
   */
  public static EdgeTable of(
      StagedEdges staged,
      VertexNumbering numbering,
      Options options,
      VertexHomes homes,
      Workers workers,
      Cancellation cancellation) {
    return new EdgeSorter(staged, numbering, options, homes, workers, cancellation).sort();
  }

  public static GraphemberException tooLarge(long edges) {
    return new GraphemberException(
        GraphError.GRAPH_TOO_LARGE,
        "A node has %d edges of the graph; it holds up to %d: use more storage nodes."
            .formatted(edges, MAX_EDGES));
  }

  /**
   * Refuses a cut that gives a partition more edges than a table holds: shards together may have
   * more.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public static void requirePartitions(long[] partitionEdges) {
    for (int p = 0; p < partitionEdges.length; p++) {
      if (partitionEdges[p] > MAX_EDGES) {
        throw new GraphemberException(
            GraphError.GRAPH_TOO_LARGE,
            "Partition %d would have %d edges; a partition holds up to %d: use more partitions."
                .formatted(p, partitionEdges[p], MAX_EDGES));
      }
    }
  }

  /**
   * The table with the last of several equal edges, where the base version holds any of them; uses
   * the arrays of this one.
   */
  EdgeTable unique() {
    int kept = 0;
    int first = 0;
    for (int v = 0; v + 1 < offsets.length; v++) {
      int end = offsets[v + 1];
      for (int e = first; e < end; e++) {
        // The slot before the next one holds the last edge that was kept.
        boolean again = e > first && sources[e] == sources[kept - 1] && type(e) == type(kept - 1);
        kept -= again ? 1 : 0;
        sources[kept] = sources[e];
        if (types != null) {
          types.set(kept, types.get(e));
        }
        if (origins != null) {
          origins[kept] = origins[e];
        }
        if (basePartitions != null) {
          int before = again ? basePartitions[kept] : PartitionRanges.NONE;
          basePartitions[kept] = (short) Math.max(before, basePartitions[e]);
        }
        kept++;
      }
      first = end;
      offsets[v + 1] = kept;
    }
    return new EdgeTable(
        offsets,
        Arrays.copyOf(sources, kept),
        types == null ? null : types.first(kept),
        origins == null ? null : Arrays.copyOf(origins, kept),
        basePartitions == null ? null : Arrays.copyOf(basePartitions, kept),
        values);
  }

  /**
   * The table without some edges, which carry nothing; uses the arrays of this one.
   *
   * @param dropped numbers of these
   */
  public EdgeTable without(BitSet dropped) {
    if (dropped.isEmpty()) {
      return this;
    }
    int kept = 0;
    int first = 0;
    for (int v = 0; v + 1 < offsets.length; v++) {
      final int end = offsets[v + 1];
      for (int e = first; e < end; e++) {
        if (!dropped.get(e)) {
          sources[kept] = sources[e];
          if (types != null) {
            types.set(kept, types.get(e));
          }
          if (origins != null) {
            origins[kept] = origins[e];
          }
          if (basePartitions != null) {
            basePartitions[kept] = basePartitions[e];
          }
          kept++;
        }
      }
      first = end;
      offsets[v + 1] = kept;
    }
    return new EdgeTable(
        offsets,
        Arrays.copyOf(sources, kept),
        types == null ? null : types.first(kept),
        origins == null ? null : Arrays.copyOf(origins, kept),
        basePartitions == null ? null : Arrays.copyOf(basePartitions, kept),
        values);
  }

  /** First edge of each destination, and the end: {@code int[vertices() + 1]}. */
  public int[] offsets() {
    return offsets;
  }

  /** Source of each edge. */
  public int[] sources() {
    return sources;
  }

  /** Type of an edge. */
  public int type(int edge) {
    return types == null ? 0 : types.get(edge);
  }

  /** The staged edge whose values an edge has; only if edges carry something. */
  public int origin(int edge) {
    return Objects.requireNonNull(origins, "edges carry nothing")[edge];
  }

  /** The partition that holds an edge in the base version, or {@link PartitionRanges#NONE}. */
  public int basePartition(int edge) {
    return basePartitions == null ? PartitionRanges.NONE : basePartitions[edge];
  }

  /** What the staged edges carry. */
  public StagedValues values() {
    return values;
  }

  /** Number of edges of each type. */
  public long[] countTypes(int edgeTypes) {
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
  public int inDegree(int vertex) {
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
