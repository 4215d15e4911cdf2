// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

/**
 * Vertices as a reply names them: id, in-degree, and, if asked for, the partitions that hold their
 * in-edges, in ascending order.
 */
public final class VertexTable {
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
   * @param degrees n in-degrees in the whole graph
   * @param replicaOffsets n + 1 starts in the replica arrays; empty if replicas were not asked for
   * @param replicaPartitions partition of each replica
   * @param replicaLocals local number of the vertex there
   * @param replicaDegrees in-degree there, positive
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

  /** Ids. */
  public long[] vids() {
    return vids;
  }

  /** In-degrees in the whole graph. */
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

  /** In-degree in its partition of each replica. */
  public int[] replicaDegrees() {
    return replicaDegrees;
  }

  /** Bytes of the arrays. */
  public long bytes() {
    return 8L * vids.length
        + 4L * (degrees.length + (long) replicaOffsets.length + 3L * replicaPartitions.length);
  }
}
