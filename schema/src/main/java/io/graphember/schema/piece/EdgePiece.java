// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Directed edges with what they carry.
 *
 * <p>On the wire: the head for piece 3, whose detail byte holds the key kind of the destinations in
 * bits 0 and 1, and says in bit 2 that weights follow, in bit 3 times, in bit 4 features, other
 * bits 0:
 *
 * <pre>
 * keys              sources, see {@link KeyColumn}
 * keys              destinations
 * float32[rows]     weights, finite and 0 or more   if bit 2
 * int64[rows]       times                           if bit 3
 * float32[rows, featureDim] features, finite        if bit 4
 * </pre>
 *
 * <p>Where edges have classes the first of the features is one, see {@link EdgeType}.
 *
 * @param type number of the edge type
 * @param sources key of each edge's source
 * @param destinations key of each edge's destination, as many
 * @param weights [rows]; null exactly if the type's edges have no weight
 * @param times [rows]; null exactly if the type's edges have no timestamp
 * @param features [rows, featureDim] row-major; null exactly if the type's edges have none
 */
public record EdgePiece(
    int type,
    KeyColumn sources,
    KeyColumn destinations,
    float @Nullable [] weights,
    long @Nullable [] times,
    float @Nullable [] features)
    implements Piece {
  private static final int KIND_MASK = 3;
  private static final int WEIGHTS = 4;
  private static final int TIMES = 8;
  private static final int FEATURES = 16;

  /** Checks that the columns have the same number of rows. Not compact: javac 17 forgets nulls. */
  public EdgePiece(
      int type,
      KeyColumn sources,
      KeyColumn destinations,
      float @Nullable [] weights,
      long @Nullable [] times,
      float @Nullable [] features) {
    final int rows = sources.size();
    if (rows != destinations.size()) {
      throw new IllegalArgumentException(sources + " does not match " + destinations);
    }
    if (weights != null && weights.length != rows) {
      throw new IllegalArgumentException(weights.length + " weights for " + rows + " edges");
    }
    if (times != null && times.length != rows) {
      throw new IllegalArgumentException(times.length + " times for " + rows + " edges");
    }
    if (features != null && (rows == 0 ? features.length > 0 : features.length % rows != 0)) {
      throw new IllegalArgumentException(features.length + " features for " + rows + " edges");
    }
    this.type = type;
    this.sources = sources;
    this.destinations = destinations;
    this.weights = weights;
    this.times = times;
    this.features = features;
  }

  /** Edges that carry nothing. */
  public EdgePiece(int type, KeyColumn sources, KeyColumn destinations) {
    this(type, sources, destinations, null, null, null);
  }

  /** Edges of type 0 that carry nothing. */
  public EdgePiece(KeyColumn sources, KeyColumn destinations) {
    this(0, sources, destinations);
  }

  /** Some of the rows, in their order. */
  public EdgePiece rows(int[] some) {
    return rows(some, sources.rows(some), destinations.rows(some));
  }

  /** Some of the rows, in their order, with other keys. */
  public EdgePiece rows(int[] some, KeyColumn newSources, KeyColumn newDestinations) {
    final int dim = features == null || rows() == 0 ? 0 : features.length / rows();
    return new EdgePiece(
        type,
        newSources,
        newDestinations,
        weights == null ? null : rows(weights, 1, some),
        times == null ? null : Arrays.stream(some).mapToLong(row -> times[row]).toArray(),
        features == null ? null : rows(features, dim, some));
  }

  private static float[] rows(float[] values, int dim, int[] some) {
    float[] rows = new float[some.length * dim];
    for (int i = 0; i < some.length; i++) {
      System.arraycopy(values, some[i] * dim, rows, i * dim, dim);
    }
    return rows;
  }

  @Override
  public int rows() {
    return sources.size();
  }

  @Override
  public void passTo(PieceSink sink) {
    sink.edges(this);
  }

  @Override
  public byte[] encode() {
    final int detail =
        destinations.kind().ordinal()
            | (weights != null ? WEIGHTS : 0)
            | (times != null ? TIMES : 0)
            | (features != null ? FEATURES : 0);
    final long columnBytes =
        (long) sources.encodedBytes()
            + destinations.encodedBytes()
            + (weights != null ? 4L * weights.length : 0)
            + (times != null ? 8L * times.length : 0)
            + (features != null ? 4L * features.length : 0);
    PieceWriter writer =
        new PieceWriter(PieceWriter.EDGES, sources.kind(), detail, type, rows(), columnBytes);
    sources.writeTo(writer);
    destinations.writeTo(writer);
    if (weights != null) {
      writer.floats(weights);
    }
    if (times != null) {
      writer.longs(times);
    }
    if (features != null) {
      writer.floats(features);
    }
    return writer.toBytes();
  }

  /**
   * Reads a piece of edges.
   *
   * @param bytes what {@link #encode()} gave; not trusted
   * @param header header of the graph it belongs to
   * @throws GraphemberException with {@link InputError#PIECE_MALFORMED} or {@link
   *     InputError#PIECE_TOO_LARGE}
   */
  public static EdgePiece decode(byte[] bytes, GraphHeader header) {
    if (Piece.decode(bytes, header) instanceof EdgePiece piece) {
      return piece;
    }
    throw PieceReader.malformed("it does not hold edges");
  }

  static EdgePiece read(PieceReader reader, GraphHeader header) {
    final int type = reader.type(header.edgeTypes().size());
    final int detail = reader.detail();
    final EdgeAttributes attributes = header.edgeType(type).attributes();
    PieceReader.check(
        (detail & ~(KIND_MASK | WEIGHTS | TIMES | FEATURES)) == 0, "its detail byte is " + detail);
    reader.keyKind(header.sourceOf(type));
    PieceReader.keyKind((byte) (detail & KIND_MASK), header.destinationOf(type));
    agree((detail & WEIGHTS) != 0, attributes.weight(), "weights");
    agree((detail & TIMES) != 0, attributes.time(), "times");
    agree((detail & FEATURES) != 0, attributes.featureDim() > 0, "edge features");
    EdgePiece piece =
        new EdgePiece(
            type,
            reader.keys(header.sourceOf(type).keyKind()),
            reader.keys(header.destinationOf(type).keyKind()),
            attributes.weight() ? reader.floats(1, "its weights") : null,
            attributes.time() ? reader.longs("its times") : null,
            attributes.featureDim() > 0
                ? reader.floats(attributes.featureDim(), "its features")
                : null);
    checkWeights(piece.weights);
    piece.checkRows(header.edgeType(type));
    return piece;
  }

  private void checkRows(EdgeType edges) {
    final int dim = edges.attributes().featureDim();
    for (int i = 0; features != null && i < features.length; i++) {
      final int edge = i / dim;
      if (i % dim < edges.label().floats()) {
        edges
            .label()
            .problem(features[i])
            .ifPresent(
                wrong -> {
                  throw PieceReader.malformed("edge %d has %s".formatted(edge, wrong));
                });
      } else if (!Float.isFinite(features[i])) {
        throw VertexPiece.notFinite(i % dim, edge, features[i]);
      }
    }
  }

  private static void agree(boolean sent, boolean announced, String what) {
    PieceReader.check(
        sent == announced, "it and the graph's header differ on whether there are " + what);
  }

  private static void checkWeights(float @Nullable [] weights) {
    for (int i = 0; weights != null && i < weights.length; i++) {
      if (!EdgeAttributes.weightAllowed(weights[i])) {
        throw PieceReader.malformed(
            "weight %d is %s, it must be finite and 0 or more".formatted(i, weights[i]));
      }
    }
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof EdgePiece other
        && type == other.type
        && sources.equals(other.sources)
        && destinations.equals(other.destinations)
        && Arrays.equals(weights, other.weights)
        && Arrays.equals(times, other.times)
        && Arrays.equals(features, other.features);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * sources.hashCode() + destinations.hashCode()) + Arrays.hashCode(weights);
  }

  @Override
  public String toString() {
    return "EdgePiece[" + rows() + " rows]";
  }
}
