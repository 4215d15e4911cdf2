// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

/**
 * What a model's blocks have beside their edges.
 *
 * @param aggregation how the neighbours' rows are added up; decides the coefficients of edges
 * @param selfLoops true if every destination is its own neighbour too, by an edge of type 0 with
 *     features of 0, before its others
 * @param edgeTypes true if the type of each edge is told
 * @param vertexTypes true if the type of each source is told
 * @param edgeDim features of an edge that are told, 0 for none
 * @param ordered true if the edges of each destination are in order, see {@link NeighborOrder}
 */
public record BlockParts(
    Aggregation aggregation,
    boolean selfLoops,
    boolean edgeTypes,
    boolean vertexTypes,
    int edgeDim,
    boolean ordered) {

  /** Edges, and what the aggregation needs. */
  public static BlockParts of(Aggregation aggregation) {
    return new BlockParts(aggregation, false, false, false, 0, false);
  }

  /** True if it must be known which edges a batch has, and not only where they lead. */
  public boolean needEdges() {
    return edgeTypes || edgeDim > 0;
  }
}
