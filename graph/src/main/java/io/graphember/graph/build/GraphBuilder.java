// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.GraphError;
import io.graphember.graph.GraphSettings;
import io.graphember.graph.GraphSummary;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.partition.PartitionQuality;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.KeySection;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.RowBlock;
import io.graphember.graph.store.Section;
import io.graphember.graph.store.VertexLabels;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.List;

/**
 * Builds the partitions of a staged graph: sorts the edges, asks the partitioner, chooses masters,
 * numbers them, and sends the blocks of every table to a sink.
 *
 * <p>O(E log d + V P). The result depends on the order of vertices, the set of edges and the
 * settings alone.
 */
public final class GraphBuilder {
  /** A partition on its way out: as arrays, as one payload, and as blocks. */
  private static final int WRITE_COPIES = 3;

  private final GraphSettings settings;
  private final Partitioner partitioner;
  private final Cancellation cancellation;
  private final BuildProgress progress;

  /** A builder for one load. */
  public GraphBuilder(
      GraphSettings settings,
      Partitioner partitioner,
      Cancellation cancellation,
      BuildProgress progress) {
    this.settings = settings;
    this.partitioner = partitioner;
    this.cancellation = cancellation;
    this.progress = progress;
  }

  /** What was decided about the placement of a graph, before its blocks are written. */
  public final class Plan {
    private final GraphStaging staging;
    private final ReplicaTable replicas;
    private final TopologyBuilder topologies;
    private final EdgeTable edges;
    private final ClassNames classes;

    private Plan(
        GraphStaging staging,
        EdgeTable edges,
        ReplicaTable replicas,
        TopologyBuilder topologies,
        ClassNames classes) {
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

    /** Sends the blocks of all partitions to a sink. */
    public GraphSummary write(BlockSink sink) {
      int partitions = settings.partitions();
      long[] masters = new long[partitions];
      long[] vertices = new long[partitions];
      long[] slabBytes = new long[partitions];
      for (int p = 0; p < partitions; p++) {
        cancellation.check();
        progress.at("place", p, partitions);
        PartitionTopology topology = topologies.build(p);
        masters[p] = topology.masters();
        vertices[p] = topology.vertices();
        write(sink, p, Table.TOPOLOGY, topology.encode());
        KeyColumn keys = keys(p);
        write(sink, p, Table.KEYS, KeySection.encode(keys));
        write(sink, p, Table.LABELS, labels(p).encode());
        writeFeatures(sink, p);
        slabBytes[p] = GraphPartition.estimateBytes(topology, keys, staging.header().featureDim());
      }
      progress.at("place", partitions, partitions);
      return new GraphSummary(
          edges.vertices(),
          edges.edges(),
          partitions,
          PartitionQuality.of(replicas.connected(), replicas.partitionVertices(), partitionEdges()),
          staging.header().featureDim(),
          staging.header().keyKind() == KeyKind.STRING,
          classes.sorted(),
          masters,
          vertices,
          partitionEdges(),
          slabBytes,
          staging.skippedEdges());
    }

    private void write(BlockSink sink, int partition, Table table, byte[] payload) {
      int number = 0;
      for (byte[] block : Section.toBlocks(table, payload)) {
        cancellation.check();
        sink.put(BlockKey.of(partition, table.number(), number++), block);
      }
    }

    private KeyColumn keys(int partition) {
      KeyColumn.Builder keys = new KeyColumn.Builder(staging.header().keyKind());
      for (int local = 0; local < replicas.masters(partition); local++) {
        staging.copyKey(replicas.master(partition, local), keys);
      }
      return keys.build();
    }

    private VertexLabels labels(int partition) {
      int masters = replicas.masters(partition);
      int[] labels = new int[masters];
      byte[] splits = new byte[masters];
      for (int local = 0; local < masters; local++) {
        int vertex = replicas.master(partition, local);
        labels[local] = classes.classOf(staging.label(vertex));
        splits[local] = staging.split(vertex);
      }
      return new VertexLabels(labels, splits);
    }

    private void writeFeatures(BlockSink sink, int partition) {
      int dim = staging.header().featureDim();
      if (dim == 0) {
        return;
      }
      int masters = replicas.masters(partition);
      int perBlock = RowBlock.rowsPerBlock(dim);
      float[] rows = new float[Math.min(perBlock, Math.max(masters, 1)) * dim];
      for (int b = 0; b < RowBlock.blocks(masters, dim); b++) {
        cancellation.check();
        int first = b * perBlock;
        int count = Math.min(perBlock, masters - first);
        for (int r = 0; r < count; r++) {
          staging.readFeatures(replicas.master(partition, first + r), rows, r * dim);
        }
        sink.put(
            BlockKey.of(partition, Table.FEATURES.number(), b), RowBlock.encode(rows, count, dim));
      }
    }
  }

  /**
   * Decides where every edge and every master goes.
   *
   * @param staging all pieces of the load
   * @param labelNames name of each label number that the pieces use
   * @throws GraphemberException if the graph is empty or too large, a label has no name, memory
   *     does not suffice, or the partitioner refuses
   */
  public Plan plan(GraphStaging staging, List<String> labelNames) {
    int vertices = staging.vertexCount();
    if (vertices == 0) {
      throw new GraphemberException(
          GraphError.GRAPH_EMPTY,
          "Graph %s has no vertices: the vertex and edge files hold no rows."
              .formatted(settings.name()));
    }
    ClassNames classes = ClassNames.of(labelNames);
    for (int v = 0; v < vertices; v++) {
      classes.classOf(staging.label(v)); // refused before anything is written
    }
    progress.at("sort", 0, 1);
    EdgeTable.Options options =
        new EdgeTable.Options(
            settings.symmetrize(), settings.dropSelfLoops(), settings.dropDuplicates());
    takeMemory(staging, options);
    EdgeTable edges =
        EdgeTable.of(vertices, staging.sources(), staging.destinations(), options, cancellation);
    staging.sources().clear();
    staging.destinations().clear();
    progress.at("partition", 0, 1);
    int partitions = settings.partitions();
    EdgeAssignment assignment = new EdgeAssignment(vertices, (int) edges.edges(), partitions);
    partitioner.partition(
        edges,
        new PartitioningRequest(
            partitions,
            CounterRandom.child(settings.seed(), 0x9A27),
            settings.partitionerOptions(),
            cancellation),
        assignment);
    assignment.complete();
    ReplicaTable replicas = ReplicaTable.of(edges, assignment);
    cancellation.check();
    TopologyBuilder topologies = new TopologyBuilder(edges, assignment, replicas);
    staging.take(WRITE_COPIES * topologies.largestBytes());
    return new Plan(staging, edges, replicas, topologies, classes);
  }

  private void takeMemory(GraphStaging staging, EdgeTable.Options options) {
    long vertices = staging.vertexCount();
    long edges = settings.symmetrize() ? 2 * staging.edgeCount() : staging.edgeCount();
    staging.take(
        EdgeTable.estimateBytes(vertices, staging.edgeCount(), options)
            + EdgeAssignment.estimateBytes(vertices, edges)
            + partitioner.estimateBytes(vertices, edges, settings.partitions())
            + ReplicaTable.estimateBytes(vertices, edges, settings.partitions())
            + TopologyBuilder.estimateBytes(edges));
  }
}
