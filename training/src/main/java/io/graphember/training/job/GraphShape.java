// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import java.util.List;

/**
 * What a model must know of the graph it is made for.
 *
 * @param featureDim floats of the widest feature row of a vertex, 0 for none
 * @param classes classes that are told apart
 * @param edgeDim floats of the widest feature row of an edge, 0 for none
 * @param edgeTypes names of the edge types, in the order of their numbers
 * @param vertexTypes number of vertex types
 */
public record GraphShape(
    int featureDim, int classes, int edgeDim, List<String> edgeTypes, int vertexTypes) {
  /** A shape of its own copy. */
  public GraphShape {
    edgeTypes = List.copyOf(edgeTypes);
  }

  /** A graph of one vertex type and one edge type, whose edges have no features. */
  public static GraphShape of(int featureDim, int classes) {
    return new GraphShape(featureDim, classes, 0, List.of("edge"), 1);
  }
}
