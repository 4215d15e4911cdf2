// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePieces;
import io.graphember.schema.piece.EdgeValues;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPieces;
import io.graphember.schema.piece.VertexValues;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes the vertices and edges of a graph from a program, vertices before edges; see {@link
 * GraphSource#of}. A key is a {@code Long}, a {@code String} or a {@code UUID}, as the type's
 * {@link KeyKind} says. Nothing is kept but the piece that is being filled.
 *
 * <p>What does not fit the header is the program's mistake and an {@link IllegalArgumentException};
 * what only the whole graph shows, such as a key that comes twice, is told by the load. Used by one
 * thread.
 */
public final class GraphFeed {
  private final GraphHeader header;
  private final VertexPieces[] vertices;
  private final EdgePieces[] edges;
  private final EdgeValues[] values;
  private final List<LabelIndex> labels;
  private final KeyCell[] sourceKeys; // of each vertex type, used again and again
  private final KeyCell[] destinationKeys;
  private final VertexValues unknown = new VertexValues();
  private boolean edgesBegun;

  GraphFeed(GraphHeader header, PieceSink sink, List<LabelIndex> labels) {
    this.header = header;
    this.labels = labels;
    vertices = new VertexPieces[header.vertexTypes().size()];
    sourceKeys = new KeyCell[vertices.length];
    destinationKeys = new KeyCell[vertices.length];
    for (int t = 0; t < vertices.length; t++) {
      sourceKeys[t] = new KeyCell(header.vertexType(t).keyKind());
      destinationKeys[t] = new KeyCell(header.vertexType(t).keyKind());
      vertices[t] = new VertexPieces(header, t, true, sink);
    }
    edges = new EdgePieces[header.edgeTypes().size()];
    values = new EdgeValues[edges.length];
    for (int t = 0; t < edges.length; t++) {
      edges[t] = new EdgePieces(header, t, sink);
      values[t] = new EdgeValues(header.edgeType(t).attributes());
    }
  }

  /** Adds a vertex of type 0 without label and split. */
  public GraphFeed vertex(Object key, float... features) {
    return vertex(0, key, null, null, features);
  }

  /** Adds a vertex whose time and cluster are not known, see below. */
  public GraphFeed vertex(
      int type, Object key, @Nullable String label, @Nullable Split split, float... features) {
    return vertex(type, key, label, split, unknown, features);
  }

  /**
   * Adds a vertex.
   *
   * @param type number of the vertex type
   * @param label name of its class; null for none
   * @param split null for none
   * @param numbers its time and cluster; what the type does not have is ignored
   * @param features as many as the type has, then its targets, NaN for those that are not known
   * @throws IllegalArgumentException if something does not fit the type
   * @throws IllegalStateException after the first edge
   */
  public GraphFeed vertex(
      int type,
      Object key,
      @Nullable String label,
      @Nullable Split split,
      VertexValues numbers,
      float... features) {
    if (edgesBegun) {
      throw new IllegalStateException("vertex " + key + " comes after the first edge");
    }
    VertexType vertexType = header.vertexType(type);
    if (label != null && !vertexType.labels()) {
      throw new IllegalArgumentException("vertex type " + vertexType.name() + " has no labels");
    }
    final int dim = vertexType.featureDim();
    finite("vertex type " + vertexType.name(), vertexType.rowDim(), dim, features, 0);
    vertices[type].add(
        keyed(sourceKeys[type], vertexType, key),
        label == null ? -1 : labels.get(type).index(label, "type " + vertexType.name()),
        split == null ? Split.NONE : split.code(),
        numbers,
        features,
        Arrays.copyOfRange(features, dim, features.length));
    return this;
  }

  /** Adds an edge of type 0 that carries nothing. */
  public GraphFeed edge(Object source, Object destination) {
    return edge(0, source, destination, 1, 0);
  }

  /**
   * Adds an edge.
   *
   * @param type number of the edge type
   * @param weight finite and 0 or more, also if the type has none
   * @param time ignored if the type has none
   * @param features as many as the type has
   * @throws IllegalArgumentException if something does not fit the type
   */
  public GraphFeed edge(
      int type, Object source, Object destination, float weight, long time, float... features) {
    EdgeValues edge = values[type];
    String name = "edge type " + header.edgeType(type).name();
    if (!EdgeAttributes.weightAllowed(weight)) {
      throw new IllegalArgumentException(name + ": a weight must be 0 or more, was " + weight);
    }
    EdgeType edgeType = header.edgeType(type);
    final int dim = edge.features.length;
    finite(name, dim, dim, features, edgeType.label().floats());
    edge.weight = weight;
    edge.time = time;
    System.arraycopy(features, 0, edge.features, 0, features.length);
    beginEdges();
    edges[type].add(
        keyed(sourceKeys[edgeType.source()], header.sourceOf(type), source),
        keyed(destinationKeys[edgeType.destination()], header.destinationOf(type), destination),
        edge);
    return this;
  }

  /**
   * Adds edges between integer keys that carry nothing.
   *
   * @param type number of the edge type
   * @param destinations as many as sources
   */
  public GraphFeed edges(int type, long[] sources, long[] destinations) {
    if (sources.length != destinations.length) {
      throw new IllegalArgumentException(
          sources.length + " sources, " + destinations.length + " destinations");
    }
    if (header.sourceOf(type).keyKind() != KeyKind.INT64
        || header.destinationOf(type).keyKind() != KeyKind.INT64
        || !header.edgeType(type).attributes().none()) {
      throw new IllegalArgumentException(
          "edge type %s does not join integer keys without values"
              .formatted(header.edgeType(type).name()));
    }
    beginEdges();
    for (int e = 0; e < sources.length; e++) {
      edges[type].add(sources[e], destinations[e]);
    }
    return this;
  }

  private void beginEdges() {
    if (!edgesBegun) {
      edgesBegun = true;
      for (VertexPieces pieces : vertices) {
        pieces.flush();
      }
    }
  }

  /** Puts a key into the cell of its type. */
  private static KeyCell keyed(KeyCell cell, VertexType type, Object key) {
    if (!cell.set(Objects.requireNonNull(key, "key"))) {
      throw new IllegalArgumentException(
          "keys of vertex type %s are %s%s; %s '%s' is none"
              .formatted(
                  type.name(),
                  type.keyKind(),
                  type.keyKind() == KeyKind.STRING
                      ? " of 1 to " + KeyColumn.MAX_KEY_BYTES + " bytes of UTF-8"
                      : "",
                  key.getClass().getSimpleName(),
                  key));
    }
    return cell;
  }

  /** Behind the features there may be targets, before them a label: they need not be known. */
  private static void finite(String what, int rowDim, int featureDim, float[] row, int label) {
    if (row.length != rowDim) {
      throw new IllegalArgumentException(
          rowDim == featureDim
              ? "%s has %d features, %d came".formatted(what, featureDim, row.length)
              : "%s has %d features and %d targets, %d came"
                  .formatted(what, featureDim, rowDim - featureDim, row.length));
    }
    for (int i = 0; i < rowDim; i++) {
      if (!Float.isFinite(row[i]) && !(Float.isNaN(row[i]) && (i < label || i >= featureDim))) {
        throw new IllegalArgumentException(what + ": a feature must be finite, was " + row[i]);
      }
    }
  }

  /** Sends what is gathered. */
  void flush() {
    beginEdges();
    for (EdgePieces pieces : edges) {
      pieces.flush();
    }
  }
}
