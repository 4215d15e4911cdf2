// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gathers edges of one type and cuts them into pieces. */
public final class EdgePieces {
  private static final int PLAIN_BYTES = 2 * Long.BYTES;
  private static final int MOST_PLAIN =
      (Piece.TARGET_BYTES - PieceWriter.HEAD_BYTES - 8) / PLAIN_BYTES;

  private final int type;
  private final EdgeAttributes attributes;
  private final PieceSink sink;
  private final KeyColumn.Builder sources;
  private final KeyColumn.Builder destinations;
  private float @Nullable [] weights;
  private long @Nullable [] times;
  private float @Nullable [] features;
  private long bytes;

  public EdgePieces(GraphHeader header, int type, PieceSink sink) {
    this.type = type;
    this.sink = sink;
    attributes = header.edgeType(type).attributes();
    sources = new KeyColumn.Builder(header.sourceOf(type).keyKind());
    destinations = new KeyColumn.Builder(header.destinationOf(type).keyKind());
    weights = attributes.weight() ? new float[1024] : null;
    times = attributes.time() ? new long[1024] : null;
    features = attributes.featureDim() > 0 ? new float[attributes.featureDim()] : null;
  }

  /** Adds an edge that carries nothing. */
  public void add(KeyCell source, KeyCell destination) {
    add(source, destination, EdgeValues.NONE);
  }

  /**
   * Adds an edge.
   *
   * @param values what it carries, all that the type has; copied
   */
  public void add(KeyCell source, KeyCell destination, EdgeValues values) {
    final int rowBytes = source.encodedBytes() + destination.encodedBytes() + attributes.bytes();
    if (sources.size() > 0 && bytes + rowBytes > Piece.TARGET_BYTES) {
      flush();
    }
    // The head, and the first of rows + 1 key offsets of both columns.
    bytes = (sources.size() == 0 ? PieceWriter.HEAD_BYTES + 8 : bytes) + rowBytes;
    append(sources.size(), values);
    source.appendTo(sources);
    destination.appendTo(destinations);
  }

  /** Adds an edge between integer keys that carries nothing. */
  public void add(long source, long destination) {
    if (sources.size() == MOST_PLAIN) {
      flush();
    }
    bytes = PieceWriter.HEAD_BYTES + 8 + PLAIN_BYTES * (sources.size() + 1L);
    sources.add(source);
    destinations.add(destination);
  }

  private void append(int row, EdgeValues values) {
    if (weights != null) {
      weights = row < weights.length ? weights : Arrays.copyOf(weights, 2 * row);
      weights[row] = values.weight;
    }
    if (times != null) {
      times = row < times.length ? times : Arrays.copyOf(times, 2 * row);
      times[row] = values.time;
    }
    if (features != null) {
      final int dim = attributes.featureDim();
      if ((row + 1) * dim > features.length) {
        features = Arrays.copyOf(features, 2 * (row + 1) * dim);
      }
      System.arraycopy(values.features, 0, features, row * dim, dim);
    }
  }

  /** Sends what is gathered, if anything. */
  public void flush() {
    final int rows = sources.size();
    if (rows > 0) {
      sink.edges(
          new EdgePiece(
              type,
              sources.build(),
              destinations.build(),
              weights == null ? null : Arrays.copyOf(weights, rows),
              times == null ? null : Arrays.copyOf(times, rows),
              features == null ? null : Arrays.copyOf(features, rows * attributes.featureDim())));
    }
  }
}
