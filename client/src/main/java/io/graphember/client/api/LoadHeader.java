// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import io.graphember.ingest.EdgeType;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.KeyKind;
import io.graphember.ingest.VertexType;
import java.util.List;

/**
 * A {@link GraphHeader} as it travels.
 *
 * @param vertexTypes the vertex types by their number
 * @param edgeTypes the edge types by their number
 */
public record LoadHeader(List<Vertices> vertexTypes, List<Edges> edgeTypes) {
  /**
   * A vertex type.
   *
   * @param name its name
   * @param keys {@code INT64}, {@code STRING} or {@code UUID}
   * @param featureDim floats of a feature row, 0 for none
   * @param labels true if vertex pieces carry labels
   * @param fromEdges true if vertices come from the edges alone
   */
  public record Vertices(
      String name, KeyKind keys, int featureDim, boolean labels, boolean fromEdges) {}

  /**
   * An edge type.
   *
   * @param name its name
   * @param source number of the vertex type that edges begin at
   * @param destination number of the vertex type that edges end at
   */
  public record Edges(String name, int source, int destination) {}

  /** A header as it travels. */
  public static LoadHeader of(GraphHeader header) {
    return new LoadHeader(
        header.vertexTypes().stream()
            .map(
                t -> new Vertices(t.name(), t.keyKind(), t.featureDim(), t.labels(), t.fromEdges()))
            .toList(),
        header.edgeTypes().stream()
            .map(t -> new Edges(t.name(), t.source(), t.destination()))
            .toList());
  }

  /**
   * The header again.
   *
   * @throws IllegalArgumentException if it is no header
   */
  public GraphHeader toHeader() {
    if (vertexTypes == null
        || edgeTypes == null
        || vertexTypes.contains(null)
        || edgeTypes.contains(null)) {
      throw new IllegalArgumentException("vertexTypes and edgeTypes are required");
    }
    return new GraphHeader(
        vertexTypes.stream()
            .map(t -> new VertexType(t.name(), t.keys(), t.featureDim(), t.labels(), t.fromEdges()))
            .toList(),
        edgeTypes.stream().map(t -> new EdgeType(t.name(), t.source(), t.destination())).toList());
  }
}
