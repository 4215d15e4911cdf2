// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.PartitionQuality;
import io.graphember.partition.auto.Chosen;
import io.graphember.partition.auto.GraphFigures;
import io.graphember.partition.auto.PartitionerChoice;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.placement.EdgeIncidences;
import io.graphember.partition.placement.MasterGroups;
import io.graphember.partition.placement.PlacedTable;
import io.graphember.partition.placement.ReplicaTable;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.StagedVertices;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.Partitioner;
import java.util.Arrays;
import java.util.Optional;

/**
 * A staged graph of one vertex type, cut to see what the cut is worth: nothing is placed. The graph
 * is taken in its simple undirected form, each edge once and no self loops, as cuts are compared.
 *
 * <p>Cost as in {@link GraphBuilder}, without the topologies.
 */
public final class PartitionTrial {
  private static final int BATCH = 4096;

  private final StagedVertices vertices;
  private final EdgeTable edges;
  private final EdgeAssignment assignment;
  private final ReplicaTable replicas;
  private final Optional<PartitionerChoice> choice;

  private PartitionTrial(
      StagedVertices vertices,
      EdgeTable edges,
      EdgeAssignment assignment,
      ReplicaTable replicas,
      Optional<PartitionerChoice> choice) {
    this.vertices = vertices;
    this.edges = edges;
    this.assignment = assignment;
    this.replicas = replicas;
    this.choice = choice;
  }

  /**
   * Cuts a graph; the staged edges are gone afterwards.
   *
   * @param settings partitions, partitioner options and seed count
   * @param workers threads that the partitioner may use
   * @throws GraphemberException with code {@link GraphError#PARTITIONS_TOO_MANY}, or what the
   *     partitioner throws
   */
  public static PartitionTrial run(
      GraphStaging staging,
      GraphSettings settings,
      Partitioner partitioner,
      Workers workers,
      BuildProgress progress,
      Cancellation cancellation) {
    VertexNumbering numbering = staging.numbering();
    progress.at("sort", 0, 1);
    EdgeTable.Options options = EdgeTable.Options.SIMPLE;
    long taken = CutMemory.of(staging, numbering, settings, options, partitioner).mostBytes();
    staging.take(taken);
    EdgeTable edges =
        EdgeTable.of(staging.edges(), numbering, options, VertexHomes.ALONE, workers, cancellation);
    if (settings.partitions() > edges.edges()) {
      throw new GraphemberException(
          GraphError.PARTITIONS_TOO_MANY,
          "%d partitions: the graph has %d edges, and no partition may be empty."
              .formatted(settings.partitions(), edges.edges()));
    }
    int[] degrees = degrees(edges);
    Chosen chosen =
        Chosen.of(
            settings,
            partitioner,
            () ->
                GraphFigures.of(
                    numbering.vertices(),
                    v -> degrees[v],
                    staging.splits(numbering),
                    staging.freeBytes()));
    staging.take(
        Math.max(
            0,
            CutMemory.of(staging, numbering, chosen.settings(), options, chosen.partitioner())
                    .mostBytes()
                - taken));
    progress.at("partition", 0, 1);
    EdgeAssignment assignment =
        EdgeAssignment.by(
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
    progress.at("measure", 0, 1);
    LocalVertices all = LocalVertices.all(numbering.counts());
    ReplicaTable replicas =
        ReplicaTable.of(
            new EdgeIncidences(
                new PlacedTable(edges, assignment, numbering.edgeSchema().types()),
                all,
                ShardExchange.ALONE),
            all,
            numbering,
            MasterGroups.NO_GROUPS,
            ShardExchange.ALONE);
    return new PartitionTrial(staging.vertices(0), edges, assignment, replicas, chosen.choice());
  }

  /**
   * What a partition has.
   *
   * @param vertices vertices with edges, V_p
   * @param edges edges, E_p
   * @param masters vertices whose master it is
   * @param interior vertices with edges that no other partition has
   */
  public record Partition(long vertices, long edges, long masters, long interior) {}

  /**
   * What the cut is worth.
   *
   * @param vertices all vertices
   * @param connected vertices with edges
   * @param edges edges
   * @param quality replication factor and balance
   * @param remoteShare share of the edges whose ends have their masters in different partitions:
   *     how often the row of a neighbour is elsewhere if every partition is on a node of its own
   * @param modularity of the masters of partitions as communities: the share of the edges within
   *     them, less the share that chance would put there
   * @param partitions each partition
   * @param choice partitioner that was chosen for the user; empty if it was named
   */
  public record Summary(
      long vertices,
      long connected,
      long edges,
      PartitionQuality quality,
      double remoteShare,
      double modularity,
      Partition[] partitions,
      Optional<PartitionerChoice> choice) {}

  /** Measures the cut. */
  public Summary summary() {
    final int count = replicas.partitions();
    long[] partitionEdges = new long[count];
    for (int e = 0; e < edges.edges(); e++) {
      partitionEdges[assignment.partition(e)]++;
    }
    long[] partitionVertices = replicas.partitionVertices();
    int[] degrees = degrees(edges);
    long[] interior = interior(degrees);
    double remoteShare = remoteShare();
    Partition[] partitions = new Partition[count];
    Arrays.setAll(
        partitions,
        p ->
            new Partition(
                partitionVertices[p], partitionEdges[p], replicas.masters(p), interior[p]));
    return new Summary(
        edges.vertices(),
        replicas.connected(),
        edges.edges(),
        PartitionQuality.of(replicas.connected(), partitionVertices, partitionEdges),
        remoteShare,
        1 - remoteShare - chance(degrees),
        partitions,
        choice);
  }

  private static int[] degrees(EdgeTable edges) {
    int[] degrees = new int[(int) edges.vertices()];
    for (int v = 0; v < degrees.length; v++) {
      degrees[v] += edges.inDegree(v);
    }
    for (int source : edges.sources()) {
      degrees[source]++;
    }
    return degrees;
  }

  /** Share of the edges that would be within partitions if their ends were drawn anew. */
  private double chance(int[] degrees) {
    long[] sums = new long[replicas.partitions()];
    for (int v = 0; v < degrees.length; v++) {
      if (degrees[v] > 0) {
        sums[replicas.masterOf(v)] += degrees[v];
      }
    }
    double chance = 0;
    for (long sum : sums) {
      chance += Math.pow(sum / (2.0 * edges.edges()), 2);
    }
    return chance;
  }

  private long[] interior(int[] degrees) {
    long[] counts = new long[replicas.partitions()];
    for (int v = 0; v < degrees.length; v++) {
      if (degrees[v] > 0 && replicas.replicas(v) == 1) {
        counts[replicas.masterOf(v)]++;
      }
    }
    return counts;
  }

  private double remoteShare() {
    long remote = 0;
    int[] offsets = edges.offsets();
    for (int v = 0; v + 1 < offsets.length; v++) {
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        remote += replicas.masterOf(v) == replicas.masterOf(edges.sources()[e]) ? 0 : 1;
      }
    }
    return (double) remote / edges.edges();
  }

  /** Takes the edges of a cut, a batch after the other. */
  @FunctionalInterface
  public interface EdgeVisitor {
    /** Edges by the keys of their ends; {@code partitions} has as many entries that count. */
    void edges(KeyColumn sources, KeyColumn destinations, int[] partitions);
  }

  /** Shows every edge once, in ascending order of its ends' numbers. */
  public void forEachEdge(EdgeVisitor visitor) {
    int[] partitions = new int[BATCH];
    int[] sources = new int[BATCH];
    int[] destinations = new int[BATCH];
    edges.rewind();
    int edge = 0;
    for (int n = edges.read(sources, destinations); n > 0; n = edges.read(sources, destinations)) {
      for (int i = 0; i < n; i++) {
        partitions[i] = assignment.partition(edge++);
      }
      visitor.edges(keys(sources, n), keys(destinations, n), partitions);
    }
  }

  /** Takes the vertices of a cut, a batch after the other. */
  @FunctionalInterface
  public interface VertexVisitor {
    /**
     * Vertices by key.
     *
     * @param masters partition of each vertex's master
     * @param replicas partitions of each vertex, ascending
     */
    void vertices(KeyColumn keys, int[] masters, int[][] replicas);
  }

  /** Shows every vertex once, in order of their numbers. */
  public void forEachVertex(VertexVisitor visitor) {
    final int count = (int) edges.vertices();
    for (int first = 0; first < count; first += BATCH) {
      int[] numbers = new int[Math.min(BATCH, count - first)];
      int[] masters = new int[numbers.length];
      int[][] held = new int[numbers.length][];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = first + i;
        masters[i] = replicas.masterOf(first + i);
        held[i] = replicas.partitionsOf(first + i);
      }
      visitor.vertices(keys(numbers, numbers.length), masters, held);
    }
  }

  private KeyColumn keys(int[] numbers, int count) {
    KeyColumn.Builder keys = new KeyColumn.Builder(vertices.type().keyKind());
    for (int i = 0; i < count; i++) {
      vertices.copyKey(numbers[i], keys);
    }
    return keys.build();
  }
}
