// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Table;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.DenseRows;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import io.graphember.memory.RowStorage;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One partition in the live tier: what the node that owns it reads. Immutable; safe for any thread.
 *
 * <p>Keys and feature rows are kept by vertex type: the row of a master is its local number less
 * the {@link PartitionTypes#start} of its type.
 *
 * @param number its number, {@code 0 .. P - 1}
 * @param topology edges in both directions, replicas, types of vertices and edges
 * @param edgeData what the edges carry
 * @param labels class within its type and split of each master
 * @param vertexData times and clusters of the masters
 * @param keysByType the user's keys of the masters of each vertex type
 * @param featuresByType feature rows of the masters of each vertex type; null where it has none;
 *     with those of the mirrors behind them if they were loaded too
 * @param targetsByType target rows of the masters of each vertex type; null where it has none
 */
public record GraphPartition(
    int number,
    PartitionTopology topology,
    EdgeData edgeData,
    VertexLabels labels,
    VertexData vertexData,
    List<KeyColumn> keysByType,
    List<@Nullable RowMatrix> featuresByType,
    List<@Nullable DenseRows> targetsByType) {

  /** The user's keys of all masters, of a graph with one vertex type. */
  public KeyColumn keys() {
    requireOneType();
    return keysByType.get(0);
  }

  /** Feature rows of all masters, of a graph with one vertex type; empty if it has none. */
  public Optional<RowMatrix> features() {
    requireOneType();
    return Optional.ofNullable(featuresByType.get(0));
  }

  /**
   * Feature rows of all masters as a model reads them: of the width of the widest type, zeros where
   * a vertex has fewer or none.
   *
   * @param dim floats of a row, not fewer than those of any type
   */
  public RowMatrix inputRows(int dim) {
    return featuresByType.size() == 1 && featuresByType.get(0) != null
        ? featuresByType.get(0)
        : new TypedFeatures(topology.types(), featuresByType, Optional.empty(), dim);
  }

  /**
   * The same with rows for vertices whose type has no features.
   *
   * @param learned a row for each master; those of types with features are not looked at
   */
  public RowMatrix inputRows(RowSlab learned) {
    return new TypedFeatures(topology.types(), featuresByType, Optional.of(learned), learned.dim());
  }

  /**
   * Target rows of one vertex type, by the local number of a master.
   *
   * @param vertexType a type that has targets
   */
  public RowMatrix targetRows(int vertexType) {
    final DenseRows slab = targetsByType.get(vertexType);
    if (targetsByType.size() == 1) {
      return slab;
    }
    List<@Nullable RowMatrix> others =
        new ArrayList<>(Collections.nCopies(targetsByType.size(), null));
    others.set(vertexType, slab);
    return new TypedFeatures(topology.types(), others, Optional.empty(), slab.dim());
  }

  private void requireOneType() {
    if (keysByType.size() != 1) {
      throw new IllegalStateException("the graph has " + keysByType.size() + " vertex types");
    }
  }

  /** The user's key of a master. */
  public Object keyAt(int local) {
    int type = topology.types().vertexType(local);
    return keysByType.get(type).keyAt(local - topology.types().start(type));
  }

  /**
   * Bytes of those that are dense feature rows, of vertices and edges.
   *
   * @param typeStarts first master of each vertex type, and the number of masters
   * @param types the vertex types
   * @param entries of the feature rows of each vertex type, as far as they are kept sparse
   * @param precision of those that are dense
   * @param edges of the partition
   */
  public static long featureBytes(
      int[] typeStarts,
      List<VertexType> types,
      List<OptionalLong> entries,
      FeaturePrecision precision,
      EdgeAttributes attributes,
      int edges) {
    long bytes = rowBytes(FeaturePrecision.FLOAT32, edges, attributes.featureDim());
    for (int t = 0; t < types.size(); t++) {
      if (entries.get(t).isEmpty()) {
        bytes += rowBytes(precision, typeStarts[t + 1] - typeStarts[t], types.get(t).featureDim());
      }
    }
    return bytes;
  }

  /**
   * Bytes that the masters of a partition take in the live tier.
   *
   * @param typeStarts first master of each vertex type, and the number of masters
   * @param types the vertex types
   * @param entries of the feature rows of each vertex type, as far as they are kept sparse
   * @param precision of those that are dense
   */
  public static long estimateBytes(
      int[] typeStarts,
      List<KeyColumn> keys,
      List<VertexType> types,
      List<OptionalLong> entries,
      FeaturePrecision precision) {
    final int all = typeStarts[typeStarts.length - 1];
    long bytes = 5L * all + VertexData.estimateBytes(attributes(types), all);
    for (int t = 0; t < types.size(); t++) {
      final int masters = typeStarts[t + 1] - typeStarts[t];
      bytes += KeySection.columnBytes(keys.get(t));
      bytes +=
          entries.get(t).isPresent()
              ? CsrRows.bytes(masters, entries.get(t).getAsLong())
              : rowBytes(precision, masters, types.get(t).featureDim());
      bytes += rowBytes(FeaturePrecision.FLOAT32, masters, types.get(t).targetDim());
    }
    return bytes;
  }

  /** What vertices of any type carry. */
  public static VertexAttributes attributes(List<VertexType> types) {
    return types.stream()
        .map(VertexType::attributes)
        .reduce(VertexAttributes.NONE, VertexAttributes::or);
  }

  private static long rowBytes(FeaturePrecision precision, int rows, int dim) {
    return dim == 0 ? 0 : RowStorage.slabBytes(precision, rows, dim);
  }

  /** Bytes that {@link #mirrored} takes beside this one. */
  public long estimateMirrorBytes() {
    return ((DenseRows) features().orElseThrow()).extendedBytes(topology.vertices());
  }

  /** Loads a partition of a graph with one vertex type, see below. */
  public static GraphPartition load(
      int number,
      int featureDim,
      LongFunction<byte @Nullable []> blocks,
      Cancellation cancellation) {
    return load(
        number,
        new int[] {featureDim},
        new int[1],
        VertexAttributes.NONE,
        List.of(),
        blocks,
        RowStorage.HEAP,
        ByteStorage.HEAP,
        cancellation);
  }

  /**
   * This partition with the feature rows of its mirrors behind those of its masters, of a graph
   * with one vertex type whose rows are dense. This one stays as it is.
   *
   * @param blocks gives the block of a key, of any partition, or null
   * @param cancellation looked at before every block
   * @throws GraphemberException with code {@link GraphError#SECTION_CORRUPT}
   */
  public GraphPartition mirrored(
      LongFunction<byte @Nullable []> blocks, Cancellation cancellation) {
    PartitionReader reader = new PartitionReader(number, blocks, cancellation);
    DenseRows rows = reader.mirroredFeatures(topology, (DenseRows) features().orElseThrow());
    return new GraphPartition(
        number, topology, edgeData, labels, vertexData, keysByType, List.of(rows), targetsByType);
  }

  /**
   * What is drawn from of a partition: its edges with what they carry, and what vertices carry.
   *
   * @param topology its edges
   * @param edgeData what they carry
   * @param vertexData what its masters carry
   */
  public record Drawn(PartitionTopology topology, EdgeData edgeData, VertexData vertexData) {}

  /**
   * Loads what is drawn from of a partition, see below: no keys, labels, features or targets of
   * vertices.
   */
  public static Drawn loadDrawn(
      int number,
      int vertexTypes,
      VertexAttributes attributes,
      List<EdgeRow> edgeRows,
      LongFunction<byte @Nullable []> blocks,
      RowStorage storage,
      ByteStorage topologyPlace,
      Cancellation cancellation) {
    final PartitionReader reader = new PartitionReader(number, blocks, cancellation, storage);
    final PartitionTopology topology = reader.topology(topologyPlace);
    reader.requireTypes(Table.TOPOLOGY, topology.types().vertexTypes(), vertexTypes);
    return new Drawn(
        topology,
        edgeData(reader, topology, edgeRows, storage),
        reader.vertexData(attributes, topology.masters()));
  }

  private static EdgeData edgeData(
      PartitionReader reader,
      PartitionTopology topology,
      List<EdgeRow> edgeRows,
      RowStorage storage) {
    final EdgeData stored = reader.edgeData(topology);
    if (edgeRows.stream().noneMatch(EdgeRow::labelled)) {
      return stored;
    }
    reader.requireEdgeRows(topology, edgeRows);
    return stored.withLabels(topology, edgeRows, storage);
  }

  /**
   * Loads a partition from its blocks.
   *
   * @param number its number
   * @param featureDims floats of a feature row of each vertex type, 0 for none
   * @param targetDims floats of a target row of each vertex type, 0 for none
   * @param attributes what vertices of any type carry
   * @param edgeRows what the rows of edges of each type hold
   * @param blocks gives the block of a key, or null
   * @param storage keeps feature rows that are dense
   * @param topologyPlace keeps the topology
   * @param cancellation looked at before every block
   * @throws GraphemberException with code {@link GraphError#SECTION_CORRUPT}
   */
  public static GraphPartition load(
      int number,
      int[] featureDims,
      int[] targetDims,
      VertexAttributes attributes,
      List<EdgeRow> edgeRows,
      LongFunction<byte @Nullable []> blocks,
      RowStorage storage,
      ByteStorage topologyPlace,
      Cancellation cancellation) {
    PartitionReader reader = new PartitionReader(number, blocks, cancellation, storage);
    PartitionTopology topology = reader.topology(topologyPlace);
    reader.requireTypes(Table.TOPOLOGY, topology.types().vertexTypes(), featureDims.length);
    VertexLabels labels = reader.labels(topology.masters());
    List<KeyColumn> keys = reader.keys(featureDims.length);
    List<@Nullable RowMatrix> features = new ArrayList<>();
    List<@Nullable DenseRows> targets = new ArrayList<>();
    for (int t = 0; t < featureDims.length; t++) {
      int masters = topology.types().masters(t);
      reader.requireMasters(Table.KEYS, keys.get(t).size(), masters);
      int first = topology.types().start(t);
      features.add(reader.features(t, first, masters, featureDims[t]));
      targets.add(reader.targets(t, first, masters, featureDims[t], targetDims[t]));
    }
    return new GraphPartition(
        number,
        topology,
        edgeData(reader, topology, edgeRows, storage),
        labels,
        reader.vertexData(attributes, topology.masters()),
        keys,
        Collections.unmodifiableList(features),
        Collections.unmodifiableList(targets));
  }
}
