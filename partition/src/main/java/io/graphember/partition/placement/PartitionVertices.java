// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.ReplicaLists;

/**
 * The vertices of one partition by local number: masters, then mirrors by vid.
 *
 * @param typeStarts [vertex types + 1], first master of each vertex type, and the number of masters
 * @param mirrorPartitions [mirrors], partition of each mirror's master
 * @param mirrorLocals [mirrors], local number of each mirror's master
 * @param mirrorTypes [mirrors], vertex type of each mirror; empty if the graph has one
 * @param replicas the other replicas of the vertices
 */
public record PartitionVertices(
    int[] typeStarts,
    int[] mirrorPartitions,
    int[] mirrorLocals,
    int[] mirrorTypes,
    ReplicaLists replicas) {

  /** Number of masters. */
  public int masters() {
    return typeStarts[typeStarts.length - 1];
  }

  /** Number of masters and mirrors. */
  public int size() {
    return masters() + mirrorPartitions.length;
  }

  /** Takes the vertices of a partition in order of their local numbers. Used by one thread. */
  public static final class Builder {
    private final int[] typeStarts;
    private final int masters;
    private final int[] mirrorPartitions;
    private final int[] mirrorLocals;
    private final int[] mirrorTypes;
    private final int[] offsets;
    private final int[] partitions;
    private final int[] locals;
    private final int[] inDegrees;
    private final int[] outDegrees;
    private int vertex;
    private int replica;

    /**
     * No vertices.
     *
     * @param typeStarts as in the record
     * @param vertices how many come
     * @param replicas how many other replicas these have
     */
    public Builder(int[] typeStarts, int vertices, int replicas) {
      this.typeStarts = typeStarts;
      masters = typeStarts[typeStarts.length - 1];
      mirrorPartitions = new int[vertices - masters];
      mirrorLocals = new int[vertices - masters];
      mirrorTypes = new int[typeStarts.length == 2 ? 0 : vertices - masters];
      offsets = new int[vertices + 1];
      partitions = new int[replicas];
      locals = new int[replicas];
      inDegrees = new int[replicas];
      outDegrees = new int[replicas];
    }

    /**
     * The next vertex; its replicas have been added.
     *
     * @param vid its vid
     * @param type its type
     */
    public void add(long vid, int type) {
      if (vertex >= masters) {
        mirrorPartitions[vertex - masters] = Vid.partition(vid);
        mirrorLocals[vertex - masters] = Vid.local(vid);
        if (mirrorTypes.length > 0) {
          mirrorTypes[vertex - masters] = type;
        }
      }
      offsets[++vertex] = replica;
    }

    /** A replica of the next vertex in another partition; they come in ascending order. */
    public void addReplica(int partition, int local, int inDegree, int outDegree) {
      partitions[replica] = partition;
      locals[replica] = local;
      inDegrees[replica] = inDegree;
      outDegrees[replica++] = outDegree;
    }

    /** How many replicas still have room. */
    public int room() {
      return partitions.length - replica;
    }

    /** The vertices, when all have come. */
    public PartitionVertices build() {
      return new PartitionVertices(
          typeStarts,
          mirrorPartitions,
          mirrorLocals,
          mirrorTypes,
          new ReplicaLists(offsets, partitions, locals, inDegrees, outDegrees));
    }
  }
}
