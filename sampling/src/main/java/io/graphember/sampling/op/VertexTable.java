// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.memory.PackedInts;
import io.graphember.sampling.engine.PartitionReply;

/**
 * Vertices as a reply names them: id, degree in the direction of sampling, and, if asked for, the
 * partitions that hold their edges in that direction, in ascending order.
 */
public final class VertexTable implements PartitionReply {
  private final long[] vids;
  private final int[] degrees;
  private final int[] replicaOffsets;
  private final int[] replicaPartitions;
  private final int[] replicaLocals;
  private final int[] replicaDegrees;

  /**
   * A table of n vertices.
   *
   * @param vids n ids
   * @param degrees n degrees in the whole graph; empty if they were not asked for
   * @param replicaOffsets n + 1 starts in the replica arrays; empty if replicas were not asked for
   * @param replicaPartitions partition of each replica
   * @param replicaLocals local number of the vertex there
   * @param replicaDegrees degree there, positive
   */
  public VertexTable(
      long[] vids,
      int[] degrees,
      int[] replicaOffsets,
      int[] replicaPartitions,
      int[] replicaLocals,
      int[] replicaDegrees) {
    this.vids = vids;
    this.degrees = degrees;
    this.replicaOffsets = replicaOffsets;
    this.replicaPartitions = replicaPartitions;
    this.replicaLocals = replicaLocals;
    this.replicaDegrees = replicaDegrees;
  }

  /**
   * Describes local vertices.
   *
   * @param vertices local numbers
   * @param details what the table says of them
   */
  public static VertexTable describe(
      PartitionTopology topology,
      int partition,
      Direction direction,
      int[] vertices,
      Details details) {
    long[] vids = new long[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      vids[i] = topology.vid(partition, vertices[i]);
    }
    final int[] none = new int[0];
    if (!details.degrees()) {
      return new VertexTable(vids, none, none, none, none, none);
    }
    int[] degrees = new int[vertices.length];
    direction.degrees(topology, vertices, 0, vertices.length, degrees);
    ReplicaSets replicas = topology.replicas();
    PackedInts entries = replicas.offsets();
    if (!details.routes()) {
      for (int i = 0; i < vertices.length; i++) {
        degrees[i] +=
            Routes.degreeElsewhere(
                replicas, direction, entries.get(vertices[i]), entries.get(vertices[i] + 1));
      }
      return new VertexTable(vids, degrees, none, none, none, none);
    }
    Routes routes = new Routes();
    int[] offsets = new int[vertices.length + 1];
    for (int i = 0; i < vertices.length; i++) {
      degrees[i] =
          routes.addAll(
              replicas,
              direction,
              partition,
              vertices[i],
              degrees[i],
              entries.get(vertices[i]),
              entries.get(vertices[i] + 1));
      offsets[i + 1] = routes.size();
    }
    int[] partitions = new int[routes.size()];
    int[] locals = new int[routes.size()];
    for (int r = 0; r < partitions.length; r++) {
      partitions[r] = Routes.partition(routes.places.values[r]);
      locals[r] = Routes.local(routes.places.values[r]);
    }
    return new VertexTable(vids, degrees, offsets, partitions, locals, routes.degrees.toArray());
  }

  /** Ids. */
  public long[] vids() {
    return vids;
  }

  /** Degrees in the whole graph. */
  public int[] degrees() {
    return degrees;
  }

  /** Starts in the replica arrays. */
  public int[] replicaOffsets() {
    return replicaOffsets;
  }

  /** Partition of each replica. */
  public int[] replicaPartitions() {
    return replicaPartitions;
  }

  /** Local number in its partition of each replica. */
  public int[] replicaLocals() {
    return replicaLocals;
  }

  /** Degree in its partition of each replica. */
  public int[] replicaDegrees() {
    return replicaDegrees;
  }

  @Override
  public long bytes() {
    return 8L * vids.length
        + 4L * (degrees.length + (long) replicaOffsets.length + 3L * replicaPartitions.length);
  }
}
