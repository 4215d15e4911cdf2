// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.VertexData;
import io.graphember.memory.RowStorage;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.StagedEdges;
import io.graphember.partition.staging.VertexColumns;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.partition.Partitioner;

/**
 * About how much memory a graph will take, before it is loaded. The text of string keys is taken
 * for {@value #TEXT_BYTES} bytes each; vertices that no table lists are not known beforehand and
 * count as none. Rows of features are taken for dense, but for what a load takes in any case:
 * nobody knows beforehand how many of their floats are zero. While a graph is loaded they are
 * float32, whatever is stored.
 *
 * @param least bytes of budget that the load takes in any case, if it has so many vertices and
 *     edges
 * @param staging bytes of budget that its columns take on the node that takes the load
 * @param building bytes of budget that are taken beside them while it is cut and placed
 * @param stored bytes of one copy in the data regions of all nodes
 * @param live bytes of budget of all nodes while a job works on it
 */
public record LoadEstimate(long least, long staging, long building, long stored, long live) {
  private static final int TEXT_BYTES = 16;

  /** Of a string key: the shortest text and its end. */
  private static final int LEAST_STRING_BYTES = 1 + 4;

  /** Label and split, and a key's slot, beside what a key takes. */
  private static final int VERTEX_BYTES = 8 + 12;

  /** Of the compact store, with mirrors and replica lists: an edge in both directions. */
  private static final int STORED_EDGE_BYTES = 10;

  /** Of a partition that is being built: ends, orders and payload of an edge. */
  private static final int PLACED_EDGE_BYTES = 64;

  /** Of a vertex in the partitions that are built, if it has three replicas. */
  private static final int PLACED_VERTEX_BYTES = 3 * 112 + 9 * 52;

  /** Estimates, with dense rows. */
  public static LoadEstimate of(
      GraphHeader header, ExpectedSize size, GraphSettings settings, Partitioner partitioner) {
    return of(header, size, settings, partitioner, RowStorage.HEAP);
  }

  /** The same where dense rows lie elsewhere while they are loaded. */
  public static LoadEstimate of(
      GraphHeader header,
      ExpectedSize size,
      GraphSettings settings,
      Partitioner partitioner,
      RowStorage storage) {
    final long[] entries = new long[header.vertexTypes().size()];
    return of(header, size, entries, settings, partitioner, storage);
  }

  /**
   * Estimates.
   *
   * @param featureEntries features of each vertex type that are not zero, 0 where rows are dense
   * @param storage where dense rows lie while they are loaded
   */
  public static LoadEstimate of(
      GraphHeader header,
      ExpectedSize size,
      long[] featureEntries,
      GraphSettings settings,
      Partitioner partitioner,
      RowStorage storage) {
    long vertices = 0;
    long keys = 0;
    long features = 0;
    long storedFeatures = 0;
    long leastFeatures = 0;
    long numbers = 0;
    long leastNumbers = 0;
    for (int t = 0; t < header.vertexTypes().size(); t++) {
      VertexType type = header.vertexType(t);
      long count = size.vertices()[t];
      vertices += count;
      numbers += VertexData.estimateBytes(type.attributes(), count);
      leastNumbers += VertexColumns.numberBytes(type.attributes()) * count;
      keys += keyBytes(type.keyKind()) * count;
      features += rowBytes(type, count, featureEntries[t], FeaturePrecision.FLOAT32);
      storedFeatures += rowBytes(type, count, featureEntries[t], settings.featurePrecision());
      leastFeatures += leastRows(type, count, storage);
    }
    final EdgeAttributes attributes = attributes(header);
    final long values = attributes.bytes();
    final long row = 4L * attributes.featureDim();
    final long leastValues = values - row + storage.heapBytes(row);
    long staged = size.edges();
    long edges = settings.symmetrize() ? 2 * staged : staged;
    CutMemory cut =
        CutMemory.of(
            header, vertices, staged, settings, EdgeTable.Options.of(settings), partitioner);
    long columns = VertexColumns.COLUMN_BYTES * vertices + leastNumbers + leastFeatures;
    boolean edgesStay = settings.unknownVertices() != UnknownVertices.SKIP;
    long stored =
        keys + 5 * vertices + numbers + storedFeatures + (STORED_EDGE_BYTES + values) * edges;
    return new LoadEstimate(
        leastOfKeys(header, size)
            + columns
            + (edgesStay ? (StagedEdges.bytes(1) + leastValues) * staged + cut.mostBytes() : 0),
        keys
            + VERTEX_BYTES * vertices
            + leastNumbers
            + features
            + StagedEdges.bytes(staged)
            + values * staged,
        cut.mostBytes()
            + (PLACED_EDGE_BYTES * edges + PLACED_VERTEX_BYTES * vertices) / settings.partitions(),
        stored,
        stored);
  }

  /** Features and targets of vertices of a type; entries are 0 where rows are dense. */
  private static long rowBytes(
      VertexType type, long count, long entries, FeaturePrecision precision) {
    return 4L * type.targetDim() * count
        + (entries > 0
            ? CsrRows.bytes(count, entries)
            : 4L * precision.words(type.featureDim()) * count);
  }

  /**
   * Bytes of budget that each of several shards of a load takes in any case, if the load has so
   * many vertices.
   *
   * @param storage where dense rows lie while they are loaded
   * @param shards number of shards
   */
  public static long leastOfShard(
      GraphHeader header, ExpectedSize size, RowStorage storage, int shards) {
    long vertices = 0;
    long columns = leastOfKeys(header, size);
    for (int t = 0; t < header.vertexTypes().size(); t++) {
      final VertexType type = header.vertexType(t);
      final long count = size.vertices()[t];
      vertices += count;
      columns +=
          (VertexColumns.COLUMN_BYTES + VertexColumns.numberBytes(type.attributes())) * count;
      columns += leastRows(type, count, storage);
    }
    // Edges may all end at few vertices; the offsets of the table are there in any case.
    return (columns + 4 * vertices) / shards;
  }

  /** Bytes of budget that the keys of vertices take in any case. */
  private static long leastOfKeys(GraphHeader header, ExpectedSize size) {
    long bytes = 0;
    for (int t = 0; t < header.vertexTypes().size(); t++) {
      bytes += leastKeyBytes(header.vertexType(t).keyKind()) * size.vertices()[t];
    }
    return bytes;
  }

  /** Rows that are long enough may be sparse; nobody knows before they have come. */
  private static long leastRows(VertexType type, long count, RowStorage storage) {
    return CsrRows.pays(0, count, type.rowDim())
        ? 12L * count
        : storage.heapBytes(4L * type.rowDim() * count);
  }

  private static EdgeAttributes attributes(GraphHeader header) {
    return header.edgeTypes().stream()
        .map(EdgeType::attributes)
        .reduce(EdgeAttributes.NONE, EdgeAttributes::or);
  }

  private static long keyBytes(KeyKind kind) {
    return switch (kind) {
      case INT64 -> 8;
      case UUID -> 16;
      case STRING -> 4 + TEXT_BYTES;
    };
  }

  /** Integers that count from 0 take nothing. */
  private static long leastKeyBytes(KeyKind kind) {
    return switch (kind) {
      case INT64 -> 0;
      case UUID -> 16;
      case STRING -> LEAST_STRING_BYTES;
    };
  }

  /** Bytes of budget that the node that takes the load needs. */
  public long loading() {
    return staging + building;
  }
}
