// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

/**
 * What became of a graph since its rows were kept. Ids of vertices that stay are the same before
 * and after. The order of edges decides the bits of sums, so every process is given the same.
 *
 * <p>An edge whose type or features change is removed and added.
 *
 * @param added edges that there are now
 * @param removed edges that there were
 * @param changed ids of vertices whose input rows may be others than before
 * @param created ids of vertices that are new; they have numbers that no vertex had, behind the
 *     others of a partition, or those of vertices that were deleted
 * @param deleted ids of vertices that are gone: their numbers stay, and all of their edges are
 *     among the removed ones
 */
public record ChangedGraph(
    ChangedEdges added, ChangedEdges removed, long[] changed, long[] created, long[] deleted) {
  /** Edges alone. */
  public static ChangedGraph ofEdges(ChangedEdges added, ChangedEdges removed) {
    return new ChangedGraph(added, removed, new long[0], new long[0], new long[0]);
  }
}
