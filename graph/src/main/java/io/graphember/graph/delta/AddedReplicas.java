// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.delta;

/**
 * Vertices of a partition, masters or mirrors, that have one replica more: in the partition of the
 * edges that were added, which is the last of the graph. Not to be changed.
 *
 * @param partition where the replicas are
 * @param vertices local numbers here, ascending
 * @param locals local number of each there
 * @param inDegrees in-edges of each there
 * @param outDegrees out-edges of each there
 */
public record AddedReplicas(
    int partition, int[] vertices, int[] locals, int[] inDegrees, int[] outDegrees) {
  /** None. */
  public static final AddedReplicas NONE =
      new AddedReplicas(0, new int[0], new int[0], new int[0], new int[0]);

  /** How many there are. */
  public int size() {
    return vertices.length;
  }
}
