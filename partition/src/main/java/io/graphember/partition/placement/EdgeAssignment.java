// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.GivenAssignment;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.partition.VertexSplits;
import io.graphember.spi.partition.VertexTypes;
import java.util.Arrays;

/**
 * A partitioner's answer: the partition of every edge, and the masters it named. Checks the
 * partitioner's side of the contract.
 */
public final class EdgeAssignment implements AssignmentSink {
  public static final int NO_MASTER = -1;

  private final int partitions;
  private final short[] edgePartitions;
  private final short[] masters;
  private int assigned;

  public EdgeAssignment(int vertices, int edges, int partitions) {
    this.partitions = partitions;
    this.edgePartitions = new short[edges];
    this.masters = new short[vertices];
    Arrays.fill(masters, (short) NO_MASTER);
  }

  /**
   * What a partitioner answers.
   *
   * @param request whose splits are passed on to a partitioner that asks for them
   */
  public static EdgeAssignment by(
      Partitioner partitioner, EdgeTable edges, PartitioningRequest request) {
    EdgeAssignment assignment =
        new EdgeAssignment((int) edges.vertices(), (int) edges.edges(), request.partitions());
    partitioner.partition(
        edges,
        partitioner.readsSplits(request.options()) ? request : request.with(VertexSplits.EMPTY),
        assignment);
    assignment.complete();
    return assignment;
  }

  /**
   * What a partitioner is asked for; the same in all shards.
   *
   * @param given where another tool has put edges or vertices
   * @param splits which vertices a job learns of
   * @param types of the vertices
   * @param workers threads that the partitioner may use
   */
  public static PartitioningRequest request(
      GraphSettings settings,
      GivenAssignment given,
      VertexSplits splits,
      VertexTypes types,
      Workers workers,
      BuildProgress progress,
      Cancellation cancellation) {
    return new PartitioningRequest(
        settings.partitions(),
        CounterRandom.child(settings.seed(), 0x9A27),
        settings.partitionerOptions(),
        given,
        splits,
        types,
        workers,
        progress::at,
        cancellation);
  }

  public static long estimateBytes(long vertices, long edges) {
    return 2 * (vertices + edges);
  }

  @Override
  public void assignEdges(int[] assignedPartitions, int count) {
    if (count < 0 || count > assignedPartitions.length) {
      throw broken("it counted " + count + " entries in an array of " + assignedPartitions.length);
    }
    if (count > edgePartitions.length - assigned) {
      throw broken("it assigned more than the " + edgePartitions.length + " edges");
    }
    for (int i = 0; i < count; i++) {
      assignEdge(assignedPartitions[i]);
    }
  }

  /** Assigns the next edge, of which there is one. */
  public void assignEdge(int partition) {
    edgePartitions[assigned++] = checked(partition);
  }

  @Override
  public void assignMaster(int vertex, int partition) {
    if (vertex < 0 || vertex >= masters.length) {
      throw broken("it named vertex " + vertex + " of " + masters.length);
    }
    masters[vertex] = checked(partition);
  }

  private short checked(int partition) {
    if (partition < 0 || partition >= partitions) {
      throw broken("it named partition " + partition + " of " + partitions);
    }
    return (short) partition;
  }

  /** Refuses an answer that left edges out. */
  public void complete() {
    if (assigned != edgePartitions.length) {
      throw broken("it assigned " + assigned + " of " + edgePartitions.length + " edges");
    }
  }

  int partitions() {
    return partitions;
  }

  public int partition(int edge) {
    return edgePartitions[edge];
  }

  /** Master named by the partitioner, or {@link #NO_MASTER}. */
  int master(int vertex) {
    return masters[vertex];
  }

  private static GraphemberException broken(String why) {
    return new GraphemberException(
        GraphError.PARTITIONER_BROKEN, "The partitioner broke its contract: " + why + ".");
  }
}
