// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.schema.EdgeAttributes;

/**
 * The topology of a partition in plain arrays, as a builder makes it; {@link TopologyWriter} turns
 * it into what is stored and sampled.
 *
 * @param typeStarts [vertex types + 1], first master of each vertex type, and the number of masters
 * @param mirrorPartitions [mirrors], partition of each mirror's master; mirrors are sorted by vid
 * @param mirrorLocals [mirrors], local number of each mirror's master
 * @param mirrorTypes [mirrors], vertex type of each mirror; empty if the graph has one
 * @param edgeTypes number of edge types
 * @param attributes what edges carry
 * @param out out-edges; the position of an edge among them is its number
 * @param in in-edges
 * @param inPositions [edges], number of each in-edge; empty if edges carry nothing
 * @param replicas the other replicas of boundary vertices
 */
public record PlainTopology(
    int[] typeStarts,
    int[] mirrorPartitions,
    int[] mirrorLocals,
    int[] mirrorTypes,
    int edgeTypes,
    EdgeAttributes attributes,
    EdgeLists out,
    EdgeLists in,
    int[] inPositions,
    ReplicaLists replicas) {

  /** Number of masters. */
  public int masters() {
    return typeStarts[typeStarts.length - 1];
  }

  /** Number of masters and mirrors. */
  public int vertices() {
    return masters() + mirrorPartitions.length;
  }

  /** Number of edges. */
  public int edges() {
    return out.edges();
  }
}
