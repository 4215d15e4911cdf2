// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.config.NearestName;
import io.graphember.sampling.SamplingError;
import io.graphember.schema.EdgeLabel;
import io.graphember.spi.error.GraphemberException;
import java.util.Collections;
import java.util.List;

/**
 * What a model must know of the graph it is made for.
 *
 * @param featureDims floats of a feature row of each vertex type; rows of a type without features
 *     (0) are learned with the model
 * @param classes classes that are told apart, or floats of a row that edges are predicted by
 * @param edgeDim floats of the widest feature row of an edge, 0 for none
 * @param edgeTypes names of the edge types, in the order of their numbers
 * @param edgeCounts number of edges of each of these types
 * @param edgeLabels what may be known of the edges of each of these types
 */
public record GraphShape(
    List<Integer> featureDims,
    int classes,
    int edgeDim,
    List<String> edgeTypes,
    List<Long> edgeCounts,
    List<EdgeLabel> edgeLabels) {
  private static final int MOST_NAMED = 20;

  /** A shape of its own copy. */
  public GraphShape {
    featureDims = List.copyOf(featureDims);
    edgeTypes = List.copyOf(edgeTypes);
    edgeCounts = List.copyOf(edgeCounts);
    edgeLabels = List.copyOf(edgeLabels);
  }

  /** A graph whose edges have no labels. */
  public GraphShape(
      List<Integer> featureDims,
      int classes,
      int edgeDim,
      List<String> edgeTypes,
      List<Long> edgeCounts) {
    this(
        featureDims,
        classes,
        edgeDim,
        edgeTypes,
        edgeCounts,
        Collections.nCopies(edgeTypes.size(), EdgeLabel.NONE));
  }

  /** A graph of one vertex type and 1000 edges of one type, without features. */
  public static GraphShape of(int featureDim, int classes) {
    return new GraphShape(List.of(featureDim), classes, 0, List.of("edge"), List.of(1000L));
  }

  /** Number of edges of all types. */
  public long edges() {
    return edgeCounts.stream().mapToLong(Long::longValue).sum();
  }

  /** Number of edges of some types, by their numbers; of all types for none. */
  public long edges(List<Integer> types) {
    return types.isEmpty() ? edges() : types.stream().mapToLong(edgeCounts::get).sum();
  }

  /**
   * Number of the edge type of a name.
   *
   * @param setting that names it, for a message
   * @throws GraphemberException with code {@link SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public int edgeType(String setting, String name) {
    return edgeType(edgeTypes, setting, name);
  }

  /**
   * Number of a name among those of edge types.
   *
   * @param setting that names it, for a message
   * @throws GraphemberException with code {@link SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public static int edgeType(List<String> edgeTypes, String setting, String name) {
    final int number = edgeTypes.indexOf(name);
    if (number < 0) {
      throw new GraphemberException(
          SamplingError.EDGE_TYPE_UNKNOWN,
          "%s names %s: the graph has %s%s"
              .formatted(
                  setting,
                  name,
                  named(edgeTypes),
                  NearestName.of(name, edgeTypes)
                      .map(nearest -> "; did you mean " + nearest + "?")
                      .orElse(".")));
    }
    return number;
  }

  /** Edge types by their names, if these are few enough to be read. */
  private static String named(List<String> edgeTypes) {
    return edgeTypes.size() > MOST_NAMED
        ? edgeTypes.size() + " edge types, none of that name"
        : "the edge types " + String.join(", ", edgeTypes);
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
   * @param learnableDim floats of a row that is learned
   */
  public int inputDim(int learnableDim) {
    final int widest = featureDims.stream().mapToInt(Integer::intValue).max().orElse(0);
    return learned() ? Math.max(widest, learnableDim) : widest;
  }
}
