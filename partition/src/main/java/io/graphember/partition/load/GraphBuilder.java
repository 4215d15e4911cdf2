// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.addition.CutExtension;
import io.graphember.partition.auto.Chosen;
import io.graphember.partition.auto.GraphFigures;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.SharedVertices;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.EdgeIncidences;
import io.graphember.partition.placement.HeldOutPairs;
import io.graphember.partition.placement.MasterGroups;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaFigures;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.placement.SplitGroups;
import io.graphember.partition.shard.ShardStaging;
import io.graphember.partition.shard.ShardSummary;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.partition.write.BlockForms;
import io.graphember.partition.write.BlockSink;
import io.graphember.partition.write.FeatureRange;
import io.graphember.partition.write.PartitionSummary;
import io.graphember.partition.write.PartitionWriter;
import io.graphember.schema.VertexType;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.Partitioner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Builds the partitions of a staged graph: sorts the edges, asks the partitioner, chooses masters,
 * numbers them, and sends the blocks of every table to a sink.
 *
 * <p>O(E log d + V). The result depends on the order of vertices, the set of edges and the settings
 * alone.
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

  /** What was decided about a graph that is here, before its blocks are written. */
  public final class Plan {
    private final PlacedGraph placed;
    private final PartitionWriter writer;

    private Plan(PlacedGraph placed, PartitionWriter writer) {
      this.placed = placed;
      this.writer = writer;
    }

    /** What is known of the graph. */
    public PlacedGraph placed() {
      return placed;
    }

    /** Sends the blocks of all partitions to a sink. */
    public GraphSummary write(BlockSink sink) {
      PartitionSummary[] partitions = new PartitionSummary[settings.partitions()];
      for (int p = 0; p < partitions.length; p++) {
        progress.at("place", p, partitions.length);
        partitions[p] = writer.write(p, sink);
      }
      progress.at("place", partitions.length, partitions.length);
      return placed.summary(partitions);
    }
  }

  /** What shards have decided about a graph, before they write its blocks. */
  public final class ShardedPlan {
    private final PlacedGraph placed;
    private final BlockForms forms;

    private ShardedPlan(PlacedGraph placed, BlockForms forms) {
      this.placed = placed;
      this.forms = forms;
    }

    /** What is known of the graph. */
    public PlacedGraph placed() {
      return placed;
    }

    /**
     * Has the shards write all partitions.
     *
     * @param shards has them written
     * @param written hears of each partition once its blocks are written
     */
    public GraphSummary write(ShardWrites shards, Consumer<PartitionSummary> written) {
      PartitionSummary[] partitions = new PartitionSummary[settings.partitions()];
      int[] done = new int[1];
      progress.at("place", 0, partitions.length);
      shards.write(
          forms.encode(),
          bytes -> {
            PartitionSummary summary =
                PartitionSummary.decode(bytes, partitions.length, forms.types().size());
            if (partitions[summary.partition()] != null) {
              throw MessageReader.malformed("partition %d came".formatted(summary.partition()));
            }
            partitions[summary.partition()] = summary;
            progress.at("place", ++done[0], partitions.length);
            written.accept(summary);
          });
      return placed.summary(partitions);
    }
  }

  /**
   * Decides where every edge and every master of a graph goes that is here.
   *
   * @param staging all pieces of the load
   * @param labelNames name of each label number that the pieces use, for each vertex type; empty if
   *     no type has labels
   * @throws GraphemberException if the graph is empty or too large, a label has no name, a feature
   *     is larger than what is stored, memory does not suffice, or the partitioner refuses
   */
  public Plan plan(GraphStaging staging, List<List<String>> labelNames) {
    VertexNumbering numbering = numbering(staging);
    List<ClassNames> classes =
        ClassNames.ofTypes(
            staging.header(),
            labelNames,
            staging::labelNames,
            type -> staging.vertices(type).largestLabel());
    requireRange(staging);
    EdgeTable sorted = sort(staging, numbering);
    Chosen chosen = chosen(staging, numbering, sorted);
    PlacedTable edges =
        new PlacedTable(
            sorted, cut(staging, numbering, sorted, chosen), numbering.edgeSchema().types());
    LocalVertices vertices = LocalVertices.all(numbering.counts());
    MasterGroups groups =
        settings.balanceSplits()
            ? new SplitGroups(
                vertices,
                numbering,
                (row, type) -> staging.columns(type).split(row - numbering.start(type)))
            : MasterGroups.NO_GROUPS;
    staging.take(groups.bytes(settings.partitions()));
    EdgeIncidences incidences = new EdgeIncidences(edges, vertices, ShardExchange.ALONE);
    ReplicaTable replicas =
        ReplicaTable.of(incidences, vertices, numbering, groups, ShardExchange.ALONE);
    incidences.number(replicas);
    cancellation.check();
    final int types = classes.size();
    long[] entries = new long[types];
    long columnBytes = 0;
    for (int t = 0; t < types; t++) {
      entries[t] = staging.columns(t).featureEntries();
      columnBytes += staging.vertices(t).bytes() - staging.columns(t).rowBytes();
    }
    PlacedGraph placed =
        new PlacedGraph(
            settings.featurePrecision(),
            staging.header(),
            numbering.edgeSchema().types(),
            classes,
            new ShardSummary(
                Arrays.stream(numbering.counts()).asLongStream().toArray(),
                staging.skippedEdges(),
                staging.heldOutEdges(),
                edges.partitionEdges(),
                edges.typeEdges(),
                entries,
                columnBytes,
                ReplicaFigures.of(replicas),
                chosen.choice()),
            () -> 0);
    staging.take(HeldOutPairs.bytes(staging.pairs()));
    HeldOutPairs heldOut = new HeldOutPairs(staging.pairs(), replicas, ShardExchange.ALONE);
    PartitionWriter writer =
        new PartitionWriter(
            edges,
            replicas::partition,
            new StagedMasters(staging, replicas),
            heldOut::lists,
            placed.forms(),
            settings.store(),
            settings.featurePrecision(),
            cancellation);
    final long[] counts = edges.partitionEdges();
    staging.take(
        IntStream.range(0, counts.length)
            .mapToLong(p -> PartitionWriter.bytes(counts[p], edges.attributes(), replicas, p))
            .max()
            .orElse(0));
    return new Plan(placed, writer);
  }

  /**
   * Has the shards of a graph decide where every edge and every master goes.
   *
   * @param staging all pieces of the load, sent on to the shards
   * @param labelNames as in {@link #plan}
   * @throws GraphemberException as in {@link #plan}, or if a shard fails or is lost
   */
  public ShardedPlan planInShards(ShardStaging staging, List<List<String>> labelNames) {
    List<ClassNames> classes =
        ClassNames.ofTypes(
            staging.header(), labelNames, staging::labelNames, staging::largestLabel);
    List<ShardSummary> summaries = new ArrayList<>();
    for (byte[] bytes : staging.shards().cut(staging.places(), progress)) {
      ShardSummary.fault(bytes, classes.size())
          .ifPresent(
              fault -> {
                throw staging.exception(fault);
              });
      summaries.add(
          ShardSummary.decode(
              bytes, settings.partitions(), staging.edgeSchema().types().size(), classes.size()));
    }
    PlacedGraph placed = PlacedGraph.of(settings.featurePrecision(), staging, classes, summaries);
    return new ShardedPlan(placed, placed.forms());
  }

  private VertexNumbering numbering(GraphStaging staging) {
    VertexNumbering numbering = staging.numbering();
    if (numbering.vertices() == 0) {
      throw GraphStaging.empty(settings);
    }
    return numbering;
  }

  private void requireRange(GraphStaging staging) {
    FeatureRange range = new FeatureRange(settings.featurePrecision(), cancellation);
    for (int t = 0; t < staging.header().vertexTypes().size(); t++) {
      final VertexType type = staging.header().vertexType(t);
      final int count = staging.vertices(t).size();
      if (!CsrRows.pays(staging.columns(t).featureEntries(), count, type.featureDim())) {
        range.require(type, StagedMasters.columns(staging, t), count);
      }
    }
  }

  private EdgeTable sort(GraphStaging staging, VertexNumbering numbering) {
    progress.at("sort", 0, 1);
    staging.take(cutBytes(staging, numbering, settings, partitioner));
    return EdgeTable.of(
        staging.edges(),
        numbering,
        EdgeTable.Options.of(settings),
        VertexHomes.ALONE,
        workers,
        cancellation);
  }

  private static long cutBytes(
      GraphStaging staging,
      VertexNumbering numbering,
      GraphSettings settings,
      Partitioner partitioner) {
    return CutMemory.of(staging, numbering, settings, EdgeTable.Options.of(settings), partitioner)
        .mostBytes();
  }

  /** The partitioner; for one that is chosen the memory is taken that it needs beyond. */
  private Chosen chosen(GraphStaging staging, VertexNumbering numbering, EdgeTable edges) {
    if (staging.based()) {
      return new Chosen(settings, partitioner, Optional.empty());
    }
    final long before = cutBytes(staging, numbering, settings, partitioner);
    final Chosen chosen =
        Chosen.of(
            settings,
            partitioner,
            () ->
                GraphFigures.of(
                    numbering.vertices(),
                    edges::inDegree,
                    staging.splits(numbering),
                    staging.freeBytes()));
    staging.take(
        Math.max(
            0, cutBytes(staging, numbering, chosen.settings(), chosen.partitioner()) - before));
    return chosen;
  }

  private EdgeAssignment cut(
      GraphStaging staging, VertexNumbering numbering, EdgeTable edges, Chosen chosen) {
    progress.at("partition", 0, 1);
    return staging.based()
        ? new CutExtension(
                edges,
                SharedVertices.alone(LocalVertices.all(numbering.counts())),
                settings.partitions(),
                progress,
                cancellation)
            .of(
                IntStream.range(0, numbering.types())
                    .mapToObj(t -> staging.vertices(t).ranges())
                    .toList())
        : EdgeAssignment.by(
            chosen.partitioner(),
            edges,
            EdgeAssignment.request(
                chosen.settings(),
                staging.given(edges, numbering),
                staging.splits(numbering),
                numbering.vertexTypes(),
                workers,
                progress,
                cancellation));
  }
}
