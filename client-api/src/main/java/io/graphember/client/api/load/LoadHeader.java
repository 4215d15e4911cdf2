// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.load;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeLabel;
import io.graphember.schema.EdgeType;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link GraphHeader} as it travels.
 *
 * @param vertexTypes the vertex types by their number
 * @param edgeTypes the edge types by their number
 * @param expectedVertices about how many vertices of each type will come, 0 if that is not known;
 *     null for all unknown
 * @param expectedEdges about how many edges will come, 0 if that is not known
 * @param waitMillis how long the graph may wait for room in the data regions, at most a day; 0 to
 *     be refused at once
 */
public record LoadHeader(
    List<Vertices> vertexTypes,
    List<Edges> edgeTypes,
    long @Nullable [] expectedVertices,
    long expectedEdges,
    long waitMillis) {
  private static final Duration MOST_PATIENCE = Duration.ofDays(1);

  /** More than any graph has; sums over all types of their bytes fit a long. */
  private static final long MOST_EXPECTED = 1L << 34;

  /**
   * A vertex type.
   *
   * @param name its name
   * @param keys {@code INT64}, {@code STRING} or {@code UUID}
   * @param featureDim floats of a feature row, 0 for none
   * @param targets names of the numbers of a target row; null for none
   * @param labels true if vertex pieces carry labels
   * @param fromEdges true if vertices come from the edges alone
   * @param encoding what was learned of the columns of features; null for nothing
   * @param time true if each may have a timestamp
   * @param cluster true if each may have the number of a cluster
   */
  public record Vertices(
      String name,
      KeyKind keys,
      int featureDim,
      @Nullable List<String> targets,
      boolean labels,
      boolean fromEdges,
      @Nullable FeatureEncoding encoding,
      boolean time,
      boolean cluster) {
    private static Vertices of(VertexType type) {
      return new Vertices(
          type.name(),
          type.keyKind(),
          type.featureDim(),
          type.targets(),
          type.labels(),
          type.fromEdges(),
          type.encoding(),
          type.attributes().time(),
          type.attributes().cluster());
    }

    private VertexType toType() {
      if (targets != null && targets.contains(null)) {
        throw new IllegalArgumentException("a target has no name");
      }
      return new VertexType(
          name,
          keys,
          featureDim,
          targets == null ? List.of() : targets,
          labels,
          fromEdges,
          encoding == null ? FeatureEncoding.NONE : encoding,
          new VertexAttributes(time, cluster));
    }
  }

  /**
   * An edge type.
   *
   * @param name its name
   * @param source number of the vertex type that edges begin at
   * @param destination number of the vertex type that edges end at
   * @param weight true if each edge has a weight
   * @param time true if each edge has a timestamp
   * @param featureDim floats of an edge's row, its label among them, 0 for none
   * @param classes names of the classes of edges; null for none
   * @param target true if each edge may have a number that is to be predicted
   */
  public record Edges(
      String name,
      int source,
      int destination,
      boolean weight,
      boolean time,
      int featureDim,
      @Nullable List<String> classes,
      boolean target) {
    private static Edges of(EdgeType type) {
      EdgeAttributes attributes = type.attributes();
      return new Edges(
          type.name(),
          type.source(),
          type.destination(),
          attributes.weight(),
          attributes.time(),
          attributes.featureDim(),
          type.label().classNames(),
          type.label().target());
    }

    private EdgeType toType() {
      if (classes != null && classes.contains(null)) {
        throw new IllegalArgumentException("a class of edges has no name");
      }
      return new EdgeType(
          name,
          source,
          destination,
          new EdgeAttributes(weight, time, featureDim),
          EdgeLabel.of(classes == null ? List.of() : classes, target));
    }
  }

  /** A header of a graph whose size is not known. */
  public static LoadHeader of(GraphHeader header) {
    return of(header, ExpectedSize.unknown(header), Duration.ZERO);
  }

  /** A header as it travels; sizes beyond every graph are cut. */
  public static LoadHeader of(GraphHeader header, ExpectedSize expected, Duration patience) {
    return new LoadHeader(
        header.vertexTypes().stream().map(Vertices::of).toList(),
        header.edgeTypes().stream().map(Edges::of).toList(),
        Arrays.stream(expected.vertices()).map(count -> Math.min(count, MOST_EXPECTED)).toArray(),
        Math.min(expected.edges(), MOST_EXPECTED),
        patience.toMillis());
  }

  /**
   * How long the graph may wait for room.
   *
   * @throws IllegalArgumentException if it says nonsense
   */
  public Duration patience() {
    return patience(waitMillis);
  }

  /**
   * How long a graph may wait for room.
   *
   * @throws IllegalArgumentException if it is not from 0 to a day
   */
  public static Duration patience(long waitMillis) {
    if (waitMillis < 0 || waitMillis > MOST_PATIENCE.toMillis()) {
      throw new IllegalArgumentException("waitMillis is not from 0 to a day");
    }
    return Duration.ofMillis(waitMillis);
  }

  /**
   * How large the graph will be.
   *
   * @throws IllegalArgumentException if it says nonsense
   */
  public ExpectedSize toExpected() {
    long[] vertices = expectedVertices == null ? new long[vertexTypes.size()] : expectedVertices;
    boolean sane = vertices.length == vertexTypes.size() && expectedEdges >= 0;
    for (long count : vertices) {
      sane &= count >= 0 && count <= MOST_EXPECTED;
    }
    if (!sane || expectedEdges > MOST_EXPECTED) {
      throw new IllegalArgumentException("the expected sizes do not fit the types");
    }
    return new ExpectedSize(vertices, expectedEdges, false);
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
        vertexTypes.stream().map(Vertices::toType).toList(),
        edgeTypes.stream().map(Edges::toType).toList());
  }
}
