// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * Vertices with what is known of them.
 *
 * <p>On the wire, after the head for piece 1 with a detail byte whose bit 0 says that labels
 * follow, bit 1 splits, bit 2 rows, other bits 0:
 *
 * <pre>
 * int32            row dim: the type's features and targets
 * keys             see {@link KeyColumn}
 * int32[rows]      labels, -1 or more     if bit 0
 * int8[rows]       splits, 0 to 3         if bit 1
 * float32[rows, rowDim] features, then targets  if bit 2
 * </pre>
 *
 * @param type number of the vertex type
 * @param keys key of each vertex
 * @param labels [rows] index into {@link GraphSource#labelNames}, -1 for none; null exactly if
 *     {@link VertexType#labels()} is false
 * @param splits [rows] {@link Split#code()}, 0 for none; null if the source has no split column
 * @param features [rows, rowDim] row-major: features, then targets, which are NaN where they are
 *     not known; null exactly if {@link VertexType#rowDim()} is 0
 */
public record VertexPiece(int type, KeyColumn keys, int[] labels, byte[] splits, float[] features)
    implements Piece {
  private static final int LABELS = 1;
  private static final int SPLITS = 2;
  private static final int FEATURES = 4;

  /** Checks that the columns have the same number of rows. */
  public VertexPiece {
    final int rows = keys.size();
    if (labels != null && labels.length != rows) {
      throw new IllegalArgumentException(labels.length + " labels for " + rows + " keys");
    }
    if (splits != null && splits.length != rows) {
      throw new IllegalArgumentException(splits.length + " splits for " + rows + " keys");
    }
    if (features != null && features.length != (long) rows * rowDim(rows, features)) {
      throw new IllegalArgumentException(features.length + " features for " + rows + " keys");
    }
  }

  /** Vertices of type 0. */
  public VertexPiece(KeyColumn keys, int[] labels, byte[] splits, float[] features) {
    this(0, keys, labels, splits, features);
  }

  @Override
  public int rows() {
    return keys.size();
  }

  private static int rowDim(int rows, float[] features) {
    return features == null || rows == 0 ? 0 : features.length / rows;
  }

  @Override
  public byte[] encode() {
    final int rows = rows();
    final int detail =
        (labels != null ? LABELS : 0)
            | (splits != null ? SPLITS : 0)
            | (features != null ? FEATURES : 0);
    final long columnBytes =
        4L
            + keys.encodedBytes()
            + (labels != null ? 4L * rows : 0)
            + (splits != null ? rows : 0)
            + (features != null ? 4L * features.length : 0);
    PieceWriter writer =
        new PieceWriter(PieceWriter.VERTICES, keys.kind(), detail, type, rows, columnBytes);
    writer.number(rowDim(rows, features));
    keys.writeTo(writer);
    if (labels != null) {
      writer.ints(labels);
    }
    if (splits != null) {
      writer.bytes(splits);
    }
    if (features != null) {
      writer.floats(features);
    }
    return writer.toBytes();
  }

  /**
   * Reads a piece of vertices.
   *
   * @param bytes what {@link #encode()} gave; not trusted
   * @param header header of the graph it belongs to
   * @throws GraphemberException with {@link IngestError#PIECE_MALFORMED} or {@link
   *     IngestError#PIECE_TOO_LARGE}
   */
  public static VertexPiece decode(byte[] bytes, GraphHeader header) {
    if (Piece.decode(bytes, header) instanceof VertexPiece piece) {
      return piece;
    }
    throw PieceReader.malformed("it does not hold vertices");
  }

  static VertexPiece read(PieceReader reader, GraphHeader header) {
    final int number = reader.type(header.vertexTypes().size());
    VertexType type = header.vertexType(number);
    reader.keyKind(type);
    final int detail = reader.detail();
    final int rowDim = reader.number();
    PieceReader.check(
        (detail & ~(LABELS | SPLITS | FEATURES)) == 0, "its detail byte is " + detail);
    PieceReader.check(
        rowDim == type.rowDim() || reader.rows() == 0,
        "its rows have " + rowDim + " numbers, the graph's have " + type.rowDim());
    PieceReader.check(
        (detail & FEATURES) != 0 == type.rowDim() > 0,
        "it and the graph's header differ on whether there are features or targets");
    PieceReader.check(
        (detail & LABELS) != 0 == type.labels(),
        "it and the graph's header differ on whether there are labels");
    KeyColumn keys = reader.keys(type.keyKind());
    int[] labels = (detail & LABELS) != 0 ? reader.ints("its labels") : null;
    byte[] splits = (detail & SPLITS) != 0 ? reader.bytes(reader.rows(), "its splits") : null;
    float[] features =
        (detail & FEATURES) != 0 ? reader.floats(type.rowDim(), "its features") : null;
    checkCodes(labels, splits);
    checkRows(features, type.rowDim(), type.featureDim());
    return new VertexPiece(number, keys, labels, splits, features);
  }

  private static void checkCodes(int[] labels, byte[] splits) {
    for (int i = 0; labels != null && i < labels.length; i++) {
      PieceReader.check(labels[i] >= -1, "a label is below -1");
    }
    for (int i = 0; splits != null && i < splits.length; i++) {
      PieceReader.check(splits[i] >= 0 && splits[i] <= 3, "a split code is not 0 to 3");
    }
  }

  /** One value that is no number would spread over everything that a model learns. */
  static void checkFinite(float[] features, int featureDim) {
    checkRows(features, featureDim, featureDim);
  }

  /** Features are finite; targets may be unknown. */
  private static void checkRows(float[] rows, int rowDim, int featureDim) {
    for (int i = 0; rows != null && i < rows.length; i++) {
      final boolean unknown = Float.isNaN(rows[i]) && i % rowDim >= featureDim;
      if (!Float.isFinite(rows[i]) && !unknown) {
        throw PieceReader.malformed(
            "feature %d of row %d is %s, it must be finite"
                .formatted(i % rowDim, i / rowDim, rows[i]));
      }
    }
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof VertexPiece other
        && type == other.type
        && keys.equals(other.keys)
        && Arrays.equals(labels, other.labels)
        && Arrays.equals(splits, other.splits)
        && Arrays.equals(features, other.features);
  }

  @Override
  public int hashCode() {
    return 31 * keys.hashCode() + Arrays.hashCode(labels);
  }

  @Override
  public String toString() {
    return "VertexPiece[" + rows() + " rows]";
  }
}
