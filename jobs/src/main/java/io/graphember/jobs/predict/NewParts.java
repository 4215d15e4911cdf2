// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.predict.NewEdge;
import io.graphember.client.api.predict.NewVertex;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.graph.GraphError;
import io.graphember.inference.predict.GivenReads;
import io.graphember.inference.predict.GraphReads;
import io.graphember.jobs.NodeError;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowStorage;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Vertices and edges that came with a request, as a graph would have them. Used by one thread. */
final class NewParts {
  private static final String REVERSE = "_reverse";

  private final GraphInfo graph;
  private final ReadGraph read;
  private final int edgeDim;
  private final Finder finder;
  private final Map<Name, Integer> numbers = new HashMap<>(); // of new vertices
  private final Map<Name, Long> known = new HashMap<>(); // ids of the ends that the graph has
  private final List<Edge> edges = new ArrayList<>();
  private final float[] rows;
  private final int[] types;

  /**
   * A vertex.
   *
   * @param key as its kind has it
   */
  private record Name(int type, Object key) {}

  private record Edge(int type, Name source, Name destination, float[] features) {
    Edge reversed(int reverseType) {
      return new Edge(reverseType, destination, source, features);
    }
  }

  /** Finds vertices of the graph. */
  @FunctionalInterface
  interface Finder {
    /** The id of each key; {@link VertexKeys#ABSENT} for those that are not there. */
    long[] find(int vertexType, List<String> keys);
  }

  /**
   * Reads a request, of which nothing is believed.
   *
   * @param read how the model reads the graph
   * @param edgeDim features of edges that the model looks at
   * @throws GraphemberException with code {@link NodeError#REQUEST_MALFORMED}, {@link
   *     GraphError#VERTEX_TWICE} for a new vertex that the graph has, or {@link
   *     GraphError#VERTEX_UNKNOWN} for an end that is nowhere
   */
  NewParts(GraphInfo graph, ReadGraph read, int edgeDim, PredictRequest request, Finder finder) {
    this.graph = graph;
    this.read = read;
    this.edgeDim = edgeDim;
    this.finder = finder;
    require(
        request.newVertices().size() <= PredictRequest.MOST_NEW_VERTICES
            && request.newEdges().size() <= PredictRequest.MOST_NEW_EDGES,
        "%d new vertices and %d new edges are given: give up to %d and %d."
            .formatted(
                request.newVertices().size(),
                request.newEdges().size(),
                PredictRequest.MOST_NEW_VERTICES,
                PredictRequest.MOST_NEW_EDGES));
    rows = new float[Math.multiplyExact(request.newVertices().size(), read.dim())];
    types = new int[request.newVertices().size()];
    for (NewVertex vertex : request.newVertices()) {
      require(vertex != null && vertex.key() != null, "A new vertex has no key.");
      add(vertex);
    }
    requireNew();
    for (NewEdge edge : request.newEdges()) {
      require(
          edge != null && edge.source() != null && edge.destination() != null,
          "A new edge lacks an end.");
      add(edge);
    }
    findEnds();
  }

  private static void require(boolean truth, String otherwise) {
    if (!truth) {
      throw new GraphemberException(NodeError.REQUEST_MALFORMED, otherwise);
    }
  }

  private void add(NewVertex vertex) {
    final int type =
        vertex.vertexType() == null && graph.vertexTypes().size() == 1
            ? 0
            : vertex.vertexType() == null ? -1 : graph.vertexType(vertex.vertexType());
    require(
        type >= 0,
        "New vertex %s is of type %s: name one of %s."
            .formatted(
                vertex.key(),
                vertex.vertexType() == null ? "nothing" : vertex.vertexType(),
                graph.vertexTypes().stream().map(GraphInfo.Vertices::name).toList()));
    final Name name = name(type, vertex.key());
    final int number = numbers.size();
    require(
        numbers.putIfAbsent(name, number) == null,
        "New vertex %s is given twice.".formatted(vertex.key()));
    final int dim = graph.vertexTypes().get(type).featureDim();
    requireFeatures("New vertex " + vertex.key(), vertex.features(), dim);
    require(
        dim > 0 || read.learned().isEmpty(),
        "New vertex %s has no features: the model has learned rows for vertices of type %s, and none for new ones."
            .formatted(vertex.key(), graph.vertexTypes().get(type).name()));
    types[number] = type;
    System.arraycopy(vertex.features(), 0, rows, number * read.dim(), dim);
  }

  private static void requireFeatures(String what, float[] features, int dim) {
    require(
        features != null && features.length == dim,
        "%s has %d features: vertices or edges of its type have %d."
            .formatted(what, features == null ? 0 : features.length, dim));
    for (float feature : features) {
      require(
          Float.isFinite(feature),
          "%s has a feature that is %s: give finite ones.".formatted(what, feature));
    }
  }

  private Name name(int type, String key) {
    try {
      KeyColumn.parse(graph.vertexTypes().get(type).keys(), List.of(key));
      return new Name(type, graph.vertexTypes().get(type).keys().parse(key));
    } catch (IllegalArgumentException e) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "%s is no key of kind %s.".formatted(key, graph.vertexTypes().get(type).keys()),
          e);
    }
  }

  /** New vertices are not in the graph. */
  private void requireNew() {
    find(numbers.keySet())
        .forEach(
            (name, vid) -> {
              if (vid != VertexKeys.ABSENT) {
                throw new GraphemberException(
                    GraphError.VERTEX_TWICE,
                    "New vertex %s is in version %d of graph %s already: ask by its key alone."
                        .formatted(name.key(), graph.version(), graph.name()));
              }
            });
  }

  private Map<Name, Long> find(Set<Name> names) {
    final Map<Name, Long> found = new HashMap<>();
    for (int t = 0; t < graph.vertexTypes().size(); t++) {
      final int type = t;
      final List<Name> some = names.stream().filter(name -> name.type() == type).toList();
      if (!some.isEmpty()) {
        final long[] vids =
            finder.find(type, some.stream().map(name -> name.key().toString()).toList());
        for (int i = 0; i < vids.length; i++) {
          found.put(some.get(i), vids[i]);
        }
      }
    }
    return found;
  }

  private void add(NewEdge edge) {
    final int type = edgeType(edge);
    final GraphInfo.Edges of = graph.edgeTypes().get(type);
    final Name source = name(graph.vertexType(of.source()), edge.source());
    final Name destination = name(graph.vertexType(of.destination()), edge.destination());
    require(
        !source.equals(destination),
        "A new edge leads from %s to itself: leave it out.".formatted(edge.source()));
    requireFeatures(
        "The new edge from %s to %s".formatted(edge.source(), edge.destination()),
        edge.features(),
        of.featureDim());
    final Edge added = new Edge(type, source, destination, edge.features());
    edges.add(added);
    if (graph.symmetrized()) {
      edges.add(added.reversed(reverse(type)));
    }
  }

  private int edgeType(NewEdge edge) {
    final List<String> names = graph.edgeTypes().stream().map(GraphInfo.Edges::name).toList();
    final List<String> loaded =
        graph.symmetrized()
            ? names.stream()
                .filter(
                    name ->
                        !name.endsWith(REVERSE)
                            || !names.contains(name.substring(0, name.length() - REVERSE.length())))
                .toList()
            : names;
    final String name =
        edge.edgeType() == null && loaded.size() == 1 ? loaded.get(0) : edge.edgeType();
    require(
        name != null && loaded.contains(name),
        "The new edge from %s to %s is of type %s: name one of %s."
            .formatted(edge.source(), edge.destination(), name == null ? "nothing" : name, loaded));
    return names.indexOf(name);
  }

  /** Within one vertex type the reverse is of the same type, else of one of its own. */
  private int reverse(int type) {
    final GraphInfo.Edges of = graph.edgeTypes().get(type);
    return of.source().equals(of.destination())
        ? type
        : graph.edgeTypes().stream()
            .map(GraphInfo.Edges::name)
            .toList()
            .indexOf(of.name() + REVERSE);
  }

  private void findEnds() {
    final Set<Name> ends = new LinkedHashSet<>();
    for (Edge edge : edges) {
      ends.add(edge.source());
      ends.add(edge.destination());
    }
    ends.removeAll(numbers.keySet());
    find(ends)
        .forEach(
            (name, vid) -> {
              if (vid == VertexKeys.ABSENT) {
                throw VertexPredictor.unknown(graph, name.type(), name.key().toString());
              }
              known.put(name, vid);
            });
  }

  /** The id of a new vertex; {@link VertexKeys#ABSENT} if no new one has the key. */
  long vid(int vertexType, String key) {
    final Integer number = numbers.get(name(vertexType, key));
    return number == null ? VertexKeys.ABSENT : GivenReads.vid(graph.partitions(), number);
  }

  private long vid(Name name) {
    final Integer number = numbers.get(name);
    return number == null
        ? Objects.requireNonNull(known.get(name), "all ends were found")
        : GivenReads.vid(graph.partitions(), number);
  }

  /** The graph with all of them. */
  GraphReads in(GraphReads without) {
    final float[] features = new float[Math.multiplyExact(edges.size(), edgeDim)];
    for (int e = 0; e < edges.size(); e++) {
      final float[] own = edges.get(e).features();
      System.arraycopy(own, 0, features, e * edgeDim, Math.min(own.length, edgeDim));
    }
    return new GivenReads(
        without,
        types,
        rows(),
        new GivenReads.GivenEdges(
            edges.stream().mapToLong(edge -> vid(edge.source())).toArray(),
            edges.stream().mapToLong(edge -> vid(edge.destination())).toArray(),
            edges.stream().mapToInt(Edge::type).toArray(),
            features));
  }

  /** In the precision in which the graph has features. */
  private RowMatrix rows() {
    return RowStorage.HEAP.fill(
        graph.rowPrecision(),
        types.length,
        read.dim(),
        sink -> {
          for (int i = 0; i < types.length; i++) {
            sink.write(i, rows, i * read.dim());
          }
        });
  }
}
