// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.graph.store.KeySection;
import io.graphember.graph.store.PlainTopology;
import io.graphember.graph.store.RowBlock;
import io.graphember.graph.store.Section;
import io.graphember.graph.store.TopologyWriter;
import io.graphember.graph.store.VertexData;
import io.graphember.graph.store.VertexLabels;
import io.graphember.partition.PartitionQuality;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.HeldOutPairs;
import io.graphember.partition.placement.MasterGroups;
import io.graphember.partition.placement.PlacedEdges;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.shard.ShardedEdges;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeShards;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.StagedVertices;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.Partitioner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Builds the partitions of a staged graph: sorts the edges, asks the partitioner, chooses masters,
 * numbers them, and sends the blocks of every table to a sink.
 *
 * <p>O(E log d + V P). The result depends on the order of vertices, the set of edges and the
 * settings alone.
 */
public final class GraphBuilder {
  private final GraphSettings settings;
  private final Partitioner partitioner;
  private final Workers workers;
  private final Cancellation cancellation;
  private final BuildProgress progress;

  /**
   * A builder for one load.
   *
   * @param workers threads that sorting and the partitioner may use
   */
  public GraphBuilder(
      GraphSettings settings,
      Partitioner partitioner,
      Workers workers,
      Cancellation cancellation,
      BuildProgress progress) {
    this.settings = settings;
    this.partitioner = partitioner;
    this.workers = workers;
    this.cancellation = cancellation;
    this.progress = progress;
  }

  /** What was decided about the placement of a graph, before its blocks are written. */
  public final class Plan {
    private final GraphStaging staging;
    private final ReplicaTable replicas;
    private final TopologyBuilder topologies;
    private final PlacedEdges edges;
    private final List<ClassNames> classes; // of each vertex type

    private Plan(
        GraphStaging staging,
        PlacedEdges edges,
        ReplicaTable replicas,
        TopologyBuilder topologies,
        List<ClassNames> classes) {
      this.staging = staging;
      this.edges = edges;
      this.replicas = replicas;
      this.topologies = topologies;
      this.classes = classes;
    }

    /** Edges of each partition: its weight when partitions are dealt to nodes. */
    public long[] partitionEdges() {
      long[] weights = new long[settings.partitions()];
      for (int p = 0; p < weights.length; p++) {
        weights[p] = topologies.edges(p);
      }
      return weights;
    }

    /** Bytes of all blocks, one copy of each; an estimate from above. */
    public long estimateBytes() {
      EdgeAttributes attributes = edges.attributes();
      long bytes = staging.storedColumnBytes();
      for (int p = 0; p < settings.partitions(); p++) {
        // Four offsets and the id of a mirror; four numbers of a replica entry.
        bytes += 24 * replicas.vertices(p) + 16 * replicas.replicasIn(p);
      }
      bytes +=
          HeldOutPairs.bytes(staging.pairs())
              + (staging.pairs().size() == 0 ? 0 : 4L * edges.vertices());
      // Both ends of an edge, its type in either direction, its number.
      int edgeBytes = 8 + (edgeTypes().size() > 1 ? 12 : 0) + (attributes.none() ? 0 : 4);
      return bytes + (edgeBytes + attributes.bytes()) * edges.edges();
    }

    /** Sends the blocks of all partitions to a sink. */
    public GraphSummary write(BlockSink sink) {
      int partitions = settings.partitions();
      long[] masters = new long[partitions];
      long[] vertices = new long[partitions];
      long[] slabBytes = new long[partitions];
      long[] featureBytes = new long[partitions];
      KeyMeter[] meters = new KeyMeter[classes.size()];
      Arrays.setAll(meters, type -> new KeyMeter());
      SplitSizes[] splits = new SplitSizes[classes.size()];
      Arrays.setAll(splits, type -> new SplitSizes(partitions));
      EdgeValueWriter values = new EdgeValueWriter(edges.attributes(), cancellation);
      staging.take(HeldOutPairs.bytes(staging.pairs()));
      HeldOutLists[] heldOut =
          staging.pairs().size() == 0
              ? new HeldOutLists[0]
              : HeldOutPairs.byPartition(staging.pairs(), replicas);
      for (int p = 0; p < partitions; p++) {
        cancellation.check();
        progress.at("place", p, partitions);
        TopologyBuilder.Built built = topologies.build(p);
        PlainTopology topology = built.topology();
        masters[p] = topology.masters();
        vertices[p] = topology.vertices();
        byte[] payload = TopologyWriter.write(topology, settings.store());
        write(sink, p, Table.TOPOLOGY, payload);
        values.write(sink, p, built.edges(), built.values());
        List<KeyColumn> keys = keys(p);
        write(sink, p, Table.KEYS, KeySection.encode(keys));
        VertexLabels labels = labels(p);
        write(sink, p, Table.LABELS, labels.encode());
        writeData(sink, p);
        if (heldOut.length > 0) {
          write(sink, p, Table.HELD_OUT, heldOut[p].encode());
        }
        List<OptionalLong> entries = new ArrayList<>();
        for (int t = 0; t < keys.size(); t++) {
          meters[t].add(keys.get(t), replicas, p, replicas.typeStarts(p)[t]);
          VertexType type = staging.vertices(t).type();
          splits[t].add(
              p,
              labels,
              replicas.typeStarts(p)[t],
              replicas.typeStarts(p)[t + 1],
              type.targetDim() > 0);
          entries.add(writeFeatures(sink, p, t));
          writeRows(
              sink,
              p,
              t,
              Table.targets(t),
              FeaturePrecision.FLOAT32,
              type.featureDim(),
              type.targetDim());
        }
        slabBytes[p] =
            payload.length
                + EdgeData.estimateBytes(topology.attributes(), topology.edges())
                + (labelledEdges() ? 4L * topology.edges() : 0)
                + GraphPartition.estimateBytes(
                    topology.typeStarts(),
                    keys,
                    staging.header().vertexTypes(),
                    entries,
                    settings.featurePrecision());
        featureBytes[p] =
            GraphPartition.featureBytes(
                topology.typeStarts(),
                staging.header().vertexTypes(),
                entries,
                settings.featurePrecision(),
                topology.attributes(),
                topology.edges());
      }
      progress.at("place", partitions, partitions);
      return new GraphSummary(
          edges.vertices(),
          edges.edges(),
          partitions,
          PartitionQuality.of(replicas.connected(), replicas.partitionVertices(), partitionEdges()),
          vertexTypes(meters, splits),
          edgeTypes(),
          inDegrees(),
          masters,
          vertices,
          partitionEdges(),
          slabBytes,
          featureBytes,
          staging.skippedEdges(),
          staging.pairs().came(),
          staging.shards().map(EdgeShards::exchangedBytes).orElse(0L));
    }

    private void write(BlockSink sink, int partition, Table table, byte[] payload) {
      int number = 0;
      for (byte[] block : Section.toBlocks(table, payload)) {
        cancellation.check();
        sink.put(BlockKey.of(partition, table.number(), number++), block);
      }
    }

    private boolean labelledEdges() {
      return staging.header().edgeTypes().stream().anyMatch(type -> type.label().floats() > 0);
    }

    private List<GraphSummary.Vertices> vertexTypes(KeyMeter[] meters, SplitSizes[] splits) {
      List<GraphSummary.Vertices> types = new ArrayList<>();
      for (int t = 0; t < classes.size(); t++) {
        StagedVertices vertices = staging.vertices(t);
        long labels = 0;
        for (int v = 0; v < vertices.size(); v++) {
          labels += vertices.label(v) < 0 ? 0 : 1;
        }
        types.add(
            new GraphSummary.Vertices(
                vertices.type(),
                vertices.size(),
                labels,
                classes.get(t).sorted(),
                meters[t].lengths(),
                vertices.sparse() ? vertices.featureEntries() : 0,
                splits[t]));
      }
      return types;
    }

    private List<GraphSummary.Edges> edgeTypes() {
      List<EdgeType> stored = replicas.numbering().edgeSchema().types();
      long[] counts = edges.typeEdges();
      List<GraphSummary.Edges> types = new ArrayList<>();
      for (int t = 0; t < counts.length; t++) {
        types.add(new GraphSummary.Edges(stored.get(t), counts[t]));
      }
      return types;
    }

    /** How many vertices have an in-degree of so many bits. */
    private long[] inDegrees() {
      long[] counts = new long[Integer.SIZE];
      int most = 0;
      for (int v = 0; v < edges.vertices(); v++) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(replicas.inDegree(v));
        counts[bits]++;
        most = Math.max(most, bits);
      }
      return Arrays.copyOf(counts, most + 1);
    }

    private List<KeyColumn> keys(int partition) {
      List<KeyColumn> columns = new ArrayList<>();
      int[] starts = replicas.typeStarts(partition);
      for (int t = 0; t + 1 < starts.length; t++) {
        StagedVertices vertices = staging.vertices(t);
        KeyColumn.Builder keys = new KeyColumn.Builder(vertices.type().keyKind());
        int first = replicas.numbering().start(t);
        for (int local = starts[t]; local < starts[t + 1]; local++) {
          vertices.copyKey(replicas.master(partition, local) - first, keys);
        }
        columns.add(keys.build());
      }
      return columns;
    }

    private VertexLabels labels(int partition) {
      int masters = replicas.masters(partition);
      int[] labels = new int[masters];
      byte[] splits = new byte[masters];
      int[] starts = replicas.typeStarts(partition);
      for (int t = 0; t + 1 < starts.length; t++) {
        StagedVertices vertices = staging.vertices(t);
        int first = replicas.numbering().start(t);
        for (int local = starts[t]; local < starts[t + 1]; local++) {
          int vertex = replicas.master(partition, local) - first;
          labels[local] = classes.get(t).classOf(vertices.label(vertex));
          splits[local] = vertices.split(vertex);
        }
      }
      return new VertexLabels(labels, splits);
    }

    /** Writes times and clusters, if vertices have any. */
    private void writeData(BlockSink sink, int partition) {
      VertexAttributes attributes = GraphPartition.attributes(staging.header().vertexTypes());
      if (attributes.count() == 0) {
        return;
      }
      final int masters = replicas.masters(partition);
      long[] times = new long[attributes.time() ? masters : 0];
      long[] clusters = new long[attributes.cluster() ? masters : 0];
      int[] starts = replicas.typeStarts(partition);
      for (int t = 0; t + 1 < starts.length; t++) {
        StagedVertices vertices = staging.vertices(t);
        int first = replicas.numbering().start(t);
        for (int local = starts[t]; local < starts[t + 1]; local++) {
          int vertex = replicas.master(partition, local) - first;
          if (attributes.time()) {
            times[local] = vertices.time(vertex);
          }
          if (attributes.cluster()) {
            clusters[local] = vertices.cluster(vertex);
          }
        }
      }
      VertexData data =
          new VertexData(attributes.time() ? times : null, attributes.cluster() ? clusters : null);
      write(sink, partition, Table.VERTEX_VALUES, data.encode(masters));
    }

    /**
     * Writes the features of a vertex type.
     *
     * @return entries that were written; empty if rows are dense
     */
    private OptionalLong writeFeatures(BlockSink sink, int partition, int type) {
      StagedVertices vertices = staging.vertices(type);
      final int table = Table.features(type);
      final int dim = vertices.type().featureDim();
      if (!vertices.sparse()) {
        writeRows(sink, partition, type, table, settings.featurePrecision(), 0, dim);
        return OptionalLong.empty();
      }
      final int start = replicas.typeStarts(partition)[type];
      final int masters = replicas.typeStarts(partition)[type + 1] - start;
      final int firstVertex = replicas.numbering().start(type);
      final int perBlock = RowBlock.rowsPerBlock(dim);
      long entries = 0;
      for (int b = 0; b < RowBlock.blocks(masters, dim); b++) {
        cancellation.check();
        final int first = b * perBlock;
        final int count = Math.min(perBlock, masters - first);
        CsrRows.Builder rows = new CsrRows.Builder(dim, count, dim);
        for (int r = 0; r < count; r++) {
          vertices.appendFeatures(
              replicas.master(partition, start + first + r) - firstVertex, rows);
        }
        CsrRows block = rows.build();
        entries += block.entries();
        sink.put(BlockKey.of(partition, table, b), RowBlock.encode(block));
      }
      return OptionalLong.of(entries);
    }

    /** Writes some of the columns of the rows of a vertex type. */
    private void writeRows(
        BlockSink sink,
        int partition,
        int type,
        int table,
        FeaturePrecision precision,
        int firstColumn,
        int dim) {
      if (dim == 0) {
        return;
      }
      StagedVertices vertices = staging.vertices(type);
      float[] row = new float[vertices.type().rowDim()];
      int start = replicas.typeStarts(partition)[type];
      int masters = replicas.typeStarts(partition)[type + 1] - start;
      int firstVertex = replicas.numbering().start(type);
      int perBlock = RowBlock.rowsPerBlock(dim);
      float[] rows = new float[Math.min(perBlock, Math.max(masters, 1)) * dim];
      for (int b = 0; b < RowBlock.blocks(masters, dim); b++) {
        cancellation.check();
        int first = b * perBlock;
        int count = Math.min(perBlock, masters - first);
        for (int r = 0; r < count; r++) {
          int vertex = replicas.master(partition, start + first + r) - firstVertex;
          vertices.readRow(vertex, row);
          System.arraycopy(row, firstColumn, rows, r * dim, dim);
        }
        sink.put(BlockKey.of(partition, table, b), RowBlock.encode(precision, rows, count, dim));
      }
    }
  }

  /**
   * Decides where every edge and every master goes.
   *
   * @param staging all pieces of the load
   * @param labelNames name of each label number that the pieces use, for each vertex type; empty if
   *     no type has labels
   * @throws GraphemberException if the graph is empty or too large, a label has no name, a feature
   *     is larger than what is stored, memory does not suffice, or the partitioner refuses
   */
  public Plan plan(GraphStaging staging, List<List<String>> labelNames) {
    VertexNumbering numbering = staging.numbering();
    int vertices = numbering.vertices();
    if (vertices == 0) {
      throw new GraphemberException(
          GraphError.GRAPH_EMPTY,
          "Graph %s has no vertices: the vertex and edge files hold no rows."
              .formatted(settings.name()));
    }
    List<ClassNames> classes = classes(staging, labelNames);
    new FeatureRange(settings, cancellation).require(staging);
    PlacedEdges edges =
        staging.shards().isEmpty() ? cut(staging, numbering) : cutInShards(staging, numbering);
    MasterGroups groups = SplitGroups.of(staging, numbering, settings);
    staging.take(groups.bytes(settings.partitions()));
    ReplicaTable replicas = ReplicaTable.of(edges, numbering, groups);
    cancellation.check();
    TopologyBuilder topologies = new TopologyBuilder(edges, replicas);
    staging.take(topologies.largestBytes());
    return new Plan(staging, edges, replicas, topologies, classes);
  }

  private PlacedEdges cut(GraphStaging staging, VertexNumbering numbering) {
    progress.at("sort", 0, 1);
    EdgeTable.Options options = EdgeTable.Options.of(settings);
    staging.take(
        CutMemory.of(staging, numbering, settings, options, partitioner)
            .mostBytes(
                PlacedTable.estimateBytes(numbering.vertices(), staging.edgesToBe())
                    + TopologyBuilder.estimateBytes(numbering.vertices())));
    EdgeTable edges =
        EdgeTable.of(staging.edges(), numbering, options, VertexHomes.ALONE, workers, cancellation);
    progress.at("partition", 0, 1);
    EdgeAssignment assignment =
        staging.based()
            ? CutExtension.of(edges, staging, numbering, settings, progress, cancellation)
            : EdgeAssignment.by(
                partitioner,
                edges,
                settings,
                staging.given(edges, numbering),
                workers,
                progress,
                cancellation);
    return new PlacedTable(edges, assignment, numbering.edgeSchema().types().size());
  }

  private PlacedEdges cutInShards(GraphStaging staging, VertexNumbering numbering) {
    final int vertices = numbering.vertices();
    ShardedEdges edges =
        ShardedEdges.cut(staging, numbering, settings.partitions(), progress, cancellation);
    staging.take(
        ReplicaTable.estimateBytes(
                vertices, edges.edges(), settings.partitions(), numbering.types())
            + TopologyBuilder.estimateBytes(vertices)
            + edges.largestBytes());
    return edges;
  }

  /** Classes of each vertex type; a label without a name is refused before anything is written. */
  private static List<ClassNames> classes(GraphStaging staging, List<List<String>> labelNames) {
    int types = staging.header().vertexTypes().size();
    if (!labelNames.isEmpty() && labelNames.size() != types) {
      throw new GraphemberException(
          GraphError.PIECE_MISMATCH,
          "Label names of %d vertex types were sent, the graph has %d."
              .formatted(labelNames.size(), types));
    }
    List<ClassNames> classes = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      List<String> sent = labelNames.isEmpty() ? List.of() : labelNames.get(t);
      ClassNames names = ClassNames.of(staging.labelNames(t, sent));
      StagedVertices vertices = staging.vertices(t);
      for (int v = 0; v < vertices.size(); v++) {
        names.classOf(vertices.label(v));
      }
      classes.add(names);
    }
    return classes;
  }
}
