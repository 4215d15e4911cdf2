// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import java.util.List;

/**
 * What a model must know of the graph it is made for.
 *
 * @param featureDims floats of a feature row of each vertex type; rows of a type without features
 *     (0) are learned with the model
 * @param classes classes that are told apart, or floats of a row that edges are predicted by
 * @param edgeDim floats of the widest feature row of an edge, 0 for none
 * @param edgeTypes names of the edge types, in the order of their numbers
 * @param edges number of edges
 * @param edgeClasses number of classes of edges, 0 for none
 */
public record GraphShape(
    List<Integer> featureDims,
    int classes,
    int edgeDim,
    List<String> edgeTypes,
    long edges,
    int edgeClasses) {
  /** A shape of its own copy. */
  public GraphShape {
    featureDims = List.copyOf(featureDims);
    edgeTypes = List.copyOf(edgeTypes);
  }

  /** A graph whose edges have no classes. */
  public GraphShape(
      List<Integer> featureDims, int classes, int edgeDim, List<String> edgeTypes, long edges) {
    this(featureDims, classes, edgeDim, edgeTypes, edges, 0);
  }

  /** A graph of one vertex type and 1000 edges of one type, without features. */
  public static GraphShape of(int featureDim, int classes) {
    return new GraphShape(List.of(featureDim), classes, 0, List.of("edge"), 1000);
  }

  /** Number of vertex types. */
  public int vertexTypes() {
    return featureDims.size();
  }

  /** True if the rows of a vertex type are learned. */
  public boolean learned(int vertexType) {
    return featureDims.get(vertexType) == 0;
  }

  /** True if the rows of some vertex type are learned. */
  public boolean learned() {
    return featureDims.contains(0);
  }

  /**
   * Floats of a row that enters a model: of the widest type, with zeros behind narrower rows.
   *
   * @param learnedDim floats of a row that is learned
   */
  public int inputDim(int learnedDim) {
    final int widest = featureDims.stream().mapToInt(Integer::intValue).max().orElse(0);
    return learned() ? Math.max(widest, learnedDim) : widest;
  }
}
