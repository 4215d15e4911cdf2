// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The schema of a graph, known before its first piece: what all pieces have in common. Pieces name
 * types by their number, the position in these lists.
 *
 * <p>A homogeneous graph has one vertex type {@value #VERTEX} and one edge type {@value #EDGE}.
 *
 * @param vertexTypes 1 to {@link #MAX_VERTEX_TYPES}
 * @param edgeTypes 1 to {@link #MAX_EDGE_TYPES}
 */
public record GraphHeader(List<VertexType> vertexTypes, List<EdgeType> edgeTypes) {
  /** Name of the vertex type of a homogeneous graph. */
  public static final String VERTEX = "vertex";

  /** Name of the edge type of a homogeneous graph. */
  public static final String EDGE = "edge";

  /** Most vertex types of a graph. */
  public static final int MAX_VERTEX_TYPES = 256;

  /** Most edge types of the input; reverse types may double them. */
  public static final int MAX_EDGE_TYPES = 1 << 15;

  /** Copies the lists and checks them. */
  public GraphHeader {
    vertexTypes = List.copyOf(vertexTypes);
    edgeTypes = List.copyOf(edgeTypes);
    count("vertex types", vertexTypes.size(), MAX_VERTEX_TYPES);
    count("edge types", edgeTypes.size(), MAX_EDGE_TYPES);
    distinct("vertex types", vertexTypes, VertexType::name);
    distinct("edge types", edgeTypes, EdgeType::name);
    for (EdgeType type : edgeTypes) {
      if (Math.min(type.source(), type.destination()) < 0
          || Math.max(type.source(), type.destination()) >= vertexTypes.size()) {
        throw new IllegalArgumentException(
            "edge type %s joins vertex types %d and %d, there are %d"
                .formatted(type.name(), type.source(), type.destination(), vertexTypes.size()));
      }
    }
  }

  /**
   * The schema of a homogeneous graph.
   *
   * @param keyKind what vertex keys are
   * @param featureDim floats of a feature row, 0 for none
   * @param labels true if vertex pieces carry a label column
   */
  public GraphHeader(KeyKind keyKind, int featureDim, boolean labels) {
    this(new VertexType(VERTEX, keyKind, featureDim, labels, false));
  }

  /** The schema of a graph with one vertex type and one edge type {@value #EDGE}. */
  public GraphHeader(VertexType vertices) {
    this(vertices, EdgeAttributes.NONE);
  }

  /** The same, with edges that carry something. */
  public GraphHeader(VertexType vertices, EdgeAttributes edges) {
    this(vertices, new EdgeType(EDGE, 0, 0, edges));
  }

  /** The schema of a graph with one vertex type and one edge type. */
  public GraphHeader(VertexType vertices, EdgeType edges) {
    this(List.of(vertices), List.of(edges));
  }

  /** True if edges of any type carry something. */
  public boolean edgesCarry() {
    return edgeTypes.stream().anyMatch(type -> !type.attributes().none());
  }

  private static void count(String what, int count, int most) {
    if (count < 1 || count > most) {
      throw new IllegalArgumentException(
          "a graph has 1 to %d %s, this one has %d".formatted(most, what, count));
    }
  }

  private static <T> void distinct(String what, List<T> types, Function<T, String> name) {
    Set<String> names = new HashSet<>();
    for (T type : types) {
      if (!names.add(name.apply(type))) {
        throw new IllegalArgumentException("two " + what + " are called " + name.apply(type));
      }
    }
  }

  /** A vertex type by its number. */
  public VertexType vertexType(int number) {
    return vertexTypes.get(number);
  }

  /** An edge type by its number. */
  public EdgeType edgeType(int number) {
    return edgeTypes.get(number);
  }

  /** The vertex type that edges of a type begin at. */
  public VertexType sourceOf(int edgeType) {
    return vertexTypes.get(edgeTypes.get(edgeType).source());
  }

  /** The vertex type that edges of a type end at. */
  public VertexType destinationOf(int edgeType) {
    return vertexTypes.get(edgeTypes.get(edgeType).destination());
  }
}
