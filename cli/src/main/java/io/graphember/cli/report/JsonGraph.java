// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.graphember.client.api.GraphInfo;
import io.graphember.schema.KeyKind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A graph for scripts: part of {@link JsonReport}, whose rules count for it.
 *
 * @param name its name
 * @param vertices number of vertices
 * @param edges number of edges
 * @param features floats of a feature row; not of several vertex types, which say it each
 * @param classes number of classes; likewise
 * @param partitions number of partitions
 * @param partitioner name of the partitioner
 * @param replicationFactor {@code sum V_p / V}
 * @param edgeBalance {@code max E_p / min E_p}; null if a partition is empty
 * @param vertexBalance {@code max V_p / min V_p}; null if a partition is empty
 * @param skippedEdges edges left out because an end was unknown
 * @param exchangedBytes bytes that nodes exchanged while the graph was cut; 0 if one node cut it
 * @param heldOutEdges edges that were held out to be predicted; not among the edges
 * @param version version of the graph
 * @param vertexTypes the vertex types
 * @param edgeTypes the edge types, those that symmetrising has made last
 * @param inDegrees number of vertices with in-degree 0, 1, 2 to 3, 4 to 7 and so on
 * @param partitionSizes what each partition has; empty lists of a graph of Graphember 0.1
 * @param partitionerReason why {@code auto} has chosen it; null if the user has named it
 * @param featurePrecision how dense features of vertices are stored, as a job file names it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
  "name",
  "vertices",
  "edges",
  "features",
  "classes",
  "partitions",
  "partitioner",
  "replicationFactor",
  "edgeBalance",
  "vertexBalance",
  "skippedEdges",
  "exchangedBytes",
  "heldOutEdges",
  "version",
  "vertexTypes",
  "edgeTypes",
  "inDegrees",
  "partitionSizes",
  "partitionerReason",
  "featurePrecision"
})
public record JsonGraph(
    String name,
    long vertices,
    long edges,
    @Nullable Integer features,
    @Nullable Integer classes,
    int partitions,
    String partitioner,
    double replicationFactor,
    @Nullable Double edgeBalance,
    @Nullable Double vertexBalance,
    long skippedEdges,
    long exchangedBytes,
    long heldOutEdges,
    long version,
    List<Vertices> vertexTypes,
    List<Edges> edgeTypes,
    List<Long> inDegrees,
    GraphInfo.PartitionSizes partitionSizes,
    @Nullable String partitionerReason,
    String featurePrecision) {
  /** Describes a graph. */
  public static JsonGraph of(GraphInfo graph) {
    final boolean typed = graph.vertexTypes().size() > 1;
    return new JsonGraph(
        graph.name(),
        graph.vertices(),
        graph.edges(),
        typed ? null : graph.featureDim(),
        typed ? null : graph.classNames().size(),
        graph.partitions(),
        graph.partitioner(),
        graph.replicationFactor(),
        ReportFile.finite(graph.edgeBalance()),
        ReportFile.finite(graph.vertexBalance()),
        graph.skippedEdges(),
        graph.exchangedBytes(),
        graph.heldOutEdges(),
        graph.version(),
        graph.vertexTypes().stream().map(Vertices::of).toList(),
        graph.edgeTypes().stream().map(Edges::of).toList(),
        graph.inDegrees(),
        graph.partitionSizes(),
        graph.partitionerReason(),
        graph.featurePrecision().name().toLowerCase(Locale.ROOT));
  }

  /**
   * A vertex type.
   *
   * @param name its name
   * @param vertices number of vertices
   * @param keys {@code int64}, {@code string} or {@code uuid}
   * @param features floats of a feature row
   * @param targets names of the targets
   * @param labelled number of vertices with a class
   * @param classNames names of the classes in the order of their numbers, which is that of
   *     probabilities
   * @param splits how evenly those of each split lie over partitions; null without a split that
   *     came with the graph
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonPropertyOrder({
    "name",
    "vertices",
    "keys",
    "features",
    "targets",
    "labelled",
    "classNames",
    "splits"
  })
  public record Vertices(
      String name,
      long vertices,
      String keys,
      int features,
      List<String> targets,
      long labelled,
      List<String> classNames,
      @Nullable SplitSpreads splits) {
    private static Vertices of(GraphInfo.Vertices type) {
      return new Vertices(
          type.name(),
          type.count(),
          text(type.keys()),
          type.featureDim(),
          type.targets(),
          type.labels(),
          type.classNames(),
          SplitSpreads.of(type).orElse(null));
    }

    private static String text(KeyKind keys) {
      return keys.name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An edge type.
   *
   * @param name its name
   * @param from vertex type that its edges begin at
   * @param to vertex type that they end at
   * @param edges number of edges
   * @param features floats of a feature row
   * @param classNames names of the classes in the order of their numbers
   * @param target true if edges have numbers to be predicted
   */
  @JsonPropertyOrder({"name", "from", "to", "edges", "features", "classNames", "target"})
  public record Edges(
      String name,
      String from,
      String to,
      long edges,
      int features,
      List<String> classNames,
      boolean target) {
    private static Edges of(GraphInfo.Edges type) {
      return new Edges(
          type.name(),
          type.source(),
          type.destination(),
          type.count(),
          type.featureDim(),
          type.classNames(),
          type.target());
    }
  }
}
