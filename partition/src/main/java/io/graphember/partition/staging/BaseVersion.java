// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The version of a graph that vertices and edges are added to.
 *
 * @param graph name of the graph
 * @param version its number
 * @param keptPartitions partitions whose edges and masters stay where they are; those behind them
 *     are dealt anew
 * @param symmetrized true if the reverse of every edge was added
 * @param vertexTypes the vertex types
 * @param edgeTypes the stored edge types, those that symmetrising has made last
 * @param classNames name of each class, of each vertex type
 * @param slabBytes bytes that each partition takes in the live tier
 * @param keyBytes of these, at most so many are keys
 * @param heldOutEdges how many edges are held out
 */
public record BaseVersion(
    String graph,
    long version,
    int keptPartitions,
    boolean symmetrized,
    List<VertexType> vertexTypes,
    List<EdgeType> edgeTypes,
    List<List<String>> classNames,
    long[] slabBytes,
    long[] keyBytes,
    long heldOutEdges) {

  /** Number of partitions. */
  public int partitions() {
    return slabBytes.length;
  }

  /**
   * What the pieces of the additions look like: their own header, in which a type without a file of
   * its own has the feature rows of this version. Where rows have features, an edge makes no vertex
   * by itself.
   *
   * @throws GraphemberException with code {@link GraphError#BASE_MISMATCH} if the additions differ
   *     in partitions, symmetrising, types, kinds of keys, or what vertices and edges carry
   */
  public GraphHeader header(GraphSettings settings, GraphHeader added) {
    agree("graph.partitions", keptPartitions, settings.partitions());
    agree("graph.symmetrize", symmetrized, settings.symmetrize());
    agree("vertex types", vertexNames(vertexTypes), vertexNames(added.vertexTypes()));
    List<VertexType> vertices = new ArrayList<>();
    for (int t = 0; t < vertexTypes.size(); t++) {
      vertices.add(merged(vertexTypes.get(t), added.vertexType(t)));
    }
    GraphHeader header = new GraphHeader(vertices, added.edgeTypes());
    List<EdgeType> edges = new EdgeSchema(header, symmetrized).types();
    agree("edge types", edgeNames(edgeTypes), edgeNames(edges));
    for (int t = 0; t < edges.size(); t++) {
      String what = "edges of type " + edges.get(t).name();
      agree(what, ends(edgeTypes.get(t)), ends(edges.get(t)));
      agree(what, carried(edgeTypes.get(t)), carried(edges.get(t)));
      agree("labels of " + what, edgeTypes.get(t).label(), edges.get(t).label());
    }
    return header;
  }

  private VertexType merged(VertexType stored, VertexType added) {
    agree("keys of " + stored.name(), stored.keyKind(), added.keyKind());
    if (!added.fromEdges()) {
      encodedAlike(stored, added);
      agree("features of " + stored.name(), stored.featureDim(), added.featureDim());
      agree("targets of " + stored.name(), stored.targets(), added.targets());
      agree("numbers of " + stored.name(), carried(stored), carried(added));
    }
    return new VertexType(
        stored.name(),
        stored.keyKind(),
        stored.featureDim(),
        stored.targets(),
        added.labels(),
        added.fromEdges() && stored.featureDim() == 0,
        stored.encoding(),
        stored.attributes());
  }

  private void encodedAlike(VertexType stored, VertexType added) {
    if (!stored.encoding().equals(added.encoding())) {
      throw new GraphemberException(
          GraphError.BASE_MISMATCH,
          ("graph.add: version %d of graph %s has learned other categories, means or scales of the"
                  + " features of %s than what is added; encode with those that GraphInfo keeps,"
                  + " the same columns and the same source.normalize.")
              .formatted(version, graph, stored.name()));
    }
  }

  private void agree(String what, Object stored, Object added) {
    if (!stored.equals(added)) {
      throw new GraphemberException(
          GraphError.BASE_MISMATCH,
          "graph.add: version %d of graph %s has %s: %s, what is added has %s; they must be the same."
              .formatted(version, graph, what, stored, added));
    }
  }

  private static String vertexNames(List<VertexType> types) {
    return types.stream().map(VertexType::name).collect(Collectors.joining(", "));
  }

  private static String edgeNames(List<EdgeType> types) {
    return types.stream().map(EdgeType::name).collect(Collectors.joining(", "));
  }

  private String ends(EdgeType type) {
    return "from %s to %s"
        .formatted(
            vertexTypes.get(type.source()).name(), vertexTypes.get(type.destination()).name());
  }

  private static String carried(VertexType type) {
    return "time %s, cluster %s"
        .formatted(yes(type.attributes().time()), yes(type.attributes().cluster()));
  }

  private static String yes(boolean carried) {
    return carried ? "yes" : "no";
  }

  private static String carried(EdgeType type) {
    EdgeAttributes attributes = type.attributes();
    return attributes.none()
        ? "nothing"
        : "weight %s, time %s, %d features"
            .formatted(yes(attributes.weight()), yes(attributes.time()), type.featureDim());
  }
}
