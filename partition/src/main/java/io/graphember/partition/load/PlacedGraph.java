// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.store.HeldOutLists;
import io.graphember.partition.PartitionQuality;
import io.graphember.partition.placement.ReplicaFigures;
import io.graphember.partition.shard.ShardStaging;
import io.graphember.partition.shard.ShardSummary;
import io.graphember.partition.write.BlockForms;
import io.graphember.partition.write.PartitionSummary;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * What is known of a graph whose edges and masters have their places, wherever these lie.
 * Immutable.
 */
public final class PlacedGraph {
  private final FeaturePrecision precision;
  private final GraphHeader header;
  private final List<EdgeType> edgeTypes; // that are stored
  private final List<ClassNames> classes; // of each vertex type
  private final ShardSummary cut; // of all shards, or of the one that there is
  private final LongSupplier exchangedBytes;

  /**
   * A graph that is cut here.
   *
   * @param precision how dense features are stored
   * @param header of what has come
   * @param edgeTypes that are stored
   * @param classes of each vertex type
   * @param cut what is known of the cut
   * @param exchangedBytes bytes that shards have exchanged so far
   */
  PlacedGraph(
      FeaturePrecision precision,
      GraphHeader header,
      List<EdgeType> edgeTypes,
      List<ClassNames> classes,
      ShardSummary cut,
      LongSupplier exchangedBytes) {
    this.precision = precision;
    this.header = header;
    this.edgeTypes = List.copyOf(edgeTypes);
    this.classes = classes;
    this.cut = cut;
    this.exchangedBytes = exchangedBytes;
  }

  /** A graph that shards have cut, of what each of them says. */
  static PlacedGraph of(
      FeaturePrecision precision,
      ShardStaging staging,
      List<ClassNames> classes,
      List<ShardSummary> shards) {
    ShardSummary first = shards.get(0);
    long[] partitionEdges = new long[first.edges().length]; // all have as many numbers
    long[] typeEdges = new long[staging.edgeSchema().types().size()];
    long[] featureEntries = new long[classes.size()];
    long columnBytes = 0;
    long skippedEdges = 0;
    long heldOutEdges = 0;
    for (ShardSummary shard : shards) {
      add(partitionEdges, shard.edges());
      add(typeEdges, shard.typeEdges());
      add(featureEntries, shard.featureEntries());
      columnBytes += shard.columnBytes();
      skippedEdges += shard.skippedEdges();
      heldOutEdges += shard.heldOutEdges();
    }
    return new PlacedGraph(
        precision,
        staging.header(),
        staging.edgeSchema().types(),
        classes,
        new ShardSummary(
            first.vertices(),
            skippedEdges,
            heldOutEdges,
            partitionEdges,
            typeEdges,
            featureEntries,
            columnBytes,
            shards.stream().map(ShardSummary::figures).reduce(ReplicaFigures::plus).orElseThrow(),
            first.choice()),
        staging.shards()::exchangedBytes);
  }

  private static void add(long[] sums, long[] more) {
    Arrays.setAll(sums, i -> sums[i] + more[i]);
  }

  private VertexType type(int type) {
    return header.vertexType(type);
  }

  private boolean sparse(int type) {
    final int dim = type(type).featureDim();
    return dim > 0 && CsrRows.pays(cut.featureEntries()[type], cut.vertices()[type], dim);
  }

  /** How blocks are written. */
  BlockForms forms() {
    return new BlockForms(
        header.vertexTypes(),
        classes.stream().map(ClassNames::classOfLabel).toList(),
        IntStream.range(0, classes.size()).mapToObj(this::sparse).toList(),
        cut.heldOutEdges() > 0);
  }

  /** Edges of each partition: its weight when partitions are dealt to nodes. */
  public long[] partitionEdges() {
    return cut.edges().clone();
  }

  private long vertices() {
    return Arrays.stream(cut.vertices()).sum();
  }

  private long edges() {
    return Arrays.stream(cut.edges()).sum();
  }

  /** Bytes of all blocks, one copy of each; an estimate from above. */
  public long estimateBytes() {
    long bytes = cut.columnBytes();
    for (int t = 0; t < classes.size(); t++) {
      final long count = cut.vertices()[t];
      bytes +=
          sparse(t)
              ? CsrRows.bytes(count, cut.featureEntries()[t])
              : 4L * count * precision.words(type(t).featureDim());
      bytes += 4L * count * type(t).targetDim();
    }
    for (int p = 0; p < cut.edges().length; p++) {
      // Four offsets and the id of a mirror; four numbers of a replica entry.
      bytes += 24 * cut.figures().vertices()[p] + 16 * cut.figures().replicas()[p];
    }
    if (cut.heldOutEdges() > 0) {
      bytes += 2 * HeldOutLists.BYTES * cut.heldOutEdges() + 4L * vertices();
    }
    EdgeAttributes attributes =
        edgeTypes.stream()
            .map(EdgeType::attributes)
            .reduce(EdgeAttributes.NONE, EdgeAttributes::or);
    // Both ends of an edge, its type in either direction, its number.
    final int edgeBytes = 8 + (cut.typeEdges().length > 1 ? 12 : 0) + (attributes.none() ? 0 : 4);
    return bytes + (edgeBytes + attributes.bytes()) * edges();
  }

  /** What is known once all partitions are written. */
  GraphSummary summary(PartitionSummary[] partitions) {
    return new GraphSummary(
        vertices(),
        edges(),
        partitions.length,
        PartitionQuality.of(
            cut.figures().connected(), cut.figures().partitionVertices(), cut.edges()),
        IntStream.range(0, classes.size()).mapToObj(t -> vertices(t, partitions)).toList(),
        edgeTypes(),
        cut.figures().inDegrees(),
        cut.figures().masters(),
        cut.figures().vertices(),
        partitionEdges(),
        Arrays.stream(partitions).mapToLong(PartitionSummary::slabBytes).toArray(),
        Arrays.stream(partitions).mapToLong(PartitionSummary::featureBytes).toArray(),
        Arrays.stream(partitions).mapToLong(PartitionSummary::topologyBytes).toArray(),
        cut.skippedEdges(),
        cut.heldOutEdges(),
        exchangedBytes.getAsLong(),
        cut.choice());
  }

  private GraphSummary.Vertices vertices(int type, PartitionSummary[] partitions) {
    long labels = 0;
    long keyBytes = 0;
    long endBytes = 0;
    int longest = 0;
    SplitSizes splits = new SplitSizes(partitions.length);
    for (PartitionSummary partition : partitions) {
      PartitionSummary.Masters masters = partition.types().get(type);
      labels += masters.labels();
      keyBytes += masters.keyBytes();
      endBytes += masters.endBytes();
      longest = Math.max(longest, masters.longestKey());
      splits.set(partition.partition(), masters, type(type).targetDim() > 0);
    }
    return new GraphSummary.Vertices(
        type(type),
        cut.vertices()[type],
        labels,
        classes.get(type).sorted(),
        new GraphSummary.KeyLengths(keyBytes, endBytes, longest),
        sparse(type) ? cut.featureEntries()[type] : 0,
        splits);
  }

  private List<GraphSummary.Edges> edgeTypes() {
    List<GraphSummary.Edges> types = new ArrayList<>();
    for (int t = 0; t < cut.typeEdges().length; t++) {
      types.add(new GraphSummary.Edges(edgeTypes.get(t), cut.typeEdges()[t]));
    }
    return types;
  }
}
