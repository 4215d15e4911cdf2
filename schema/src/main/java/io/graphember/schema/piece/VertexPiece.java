// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Vertices with what is known of them.
 *
 * <p>On the wire, after the head for piece 1 with a detail byte whose bit 0 says that labels
 * follow, bit 1 splits, bit 2 rows, bit 3 that these are sparse, bit 4 numbers, other bits 0:
 *
 * <pre>
 * int32            row dim: the type's features and targets
 * keys             see {@link KeyColumn}
 * int32[rows]      labels, -1 or more     if bit 0
 * int8[rows]       splits, 0 to 3         if bit 1
 * int64[rows, A]   the type's numbers     if bit 4: time, then cluster, as far as it has them
 * float32[rows, rowDim] features, then targets  if bit 2 and not bit 3
 * int32[rows]      entries of each row           if bit 2 and bit 3
 * int32[entries]   column of each, ascending within a row
 * float32[entries] value of each
 * </pre>
 *
 * @param type number of the vertex type
 * @param keys key of each vertex
 * @param labels [rows] index into {@link GraphSource#labelNames}, -1 for none; null exactly if
 *     {@link VertexType#labels()} is false
 * @param splits [rows] {@link Split#code()}, 0 for none; null if the source has no split column
 * @param features [rows, rowDim] row-major: features, then targets, which are NaN where they are
 *     not known; null if {@link VertexType#rowDim()} is 0 or rows are sparse
 * @param sparse the same without zeros; null if {@link VertexType#rowDim()} is 0 or rows are dense
 * @param numbers [rows, {@link VertexAttributes#count()}] row-major: time, then cluster, as far as
 *     the type has them, {@link VertexAttributes#UNKNOWN} for none; null if it has neither
 */
public record VertexPiece(
    int type,
    KeyColumn keys,
    int @Nullable [] labels,
    byte @Nullable [] splits,
    float @Nullable [] features,
    @Nullable CsrRows sparse,
    long @Nullable [] numbers)
    implements Piece {
  private static final int NUMBERS = 16;
  private static final int SPARSE = 8;
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
    if (features != null && features.length != (long) rows * width(rows, features.length)) {
      throw new IllegalArgumentException(features.length + " features for " + rows + " keys");
    }
    if (sparse != null && (features != null || sparse.rows() != rows)) {
      throw new IllegalArgumentException(sparse + " for " + rows + " keys");
    }
    if (numbers != null && numbers.length != (long) rows * width(rows, numbers.length)) {
      throw new IllegalArgumentException(numbers.length + " numbers for " + rows + " keys");
    }
  }

  /** Vertices without numbers. */
  public VertexPiece(
      int type,
      KeyColumn keys,
      int @Nullable [] labels,
      byte @Nullable [] splits,
      float @Nullable [] features,
      @Nullable CsrRows sparse) {
    this(type, keys, labels, splits, features, sparse, null);
  }

  /** Vertices without numbers, with dense rows or none. */
  public VertexPiece(
      int type,
      KeyColumn keys,
      int @Nullable [] labels,
      byte @Nullable [] splits,
      float @Nullable [] features) {
    this(type, keys, labels, splits, features, null, null);
  }

  /** Vertices of type 0. */
  public VertexPiece(
      KeyColumn keys,
      int @Nullable [] labels,
      byte @Nullable [] splits,
      float @Nullable [] features) {
    this(0, keys, labels, splits, features);
  }

  /** The same with other numbers; null for none. */
  public VertexPiece with(long @Nullable [] others) {
    return new VertexPiece(type, keys, labels, splits, features, sparse, others);
  }

  /** The same with dense rows. */
  public VertexPiece dense() {
    return sparse == null
        ? this
        : new VertexPiece(type, keys, labels, splits, sparse.dense(), null, numbers);
  }

  /**
   * The rows of a piece that has dense ones, {@code [rows, rowDim]}.
   *
   * @throws IllegalStateException if it has none
   */
  public float[] denseRows() {
    if (features == null) {
      throw new IllegalStateException(this + " has no dense rows");
    }
    return features;
  }

  /** Some of the rows, dense; the piece itself if these are all and dense. */
  public VertexPiece dense(int from, int to) {
    if (sparse == null && from == 0 && to == rows()) {
      return this;
    }
    final int dim = rowDim();
    float[] some = new float[(to - from) * dim];
    for (int row = from; row < to; row++) {
      if (sparse == null) {
        System.arraycopy(features, row * dim, some, (row - from) * dim, dim);
      } else {
        sparse.read(row, some, (row - from) * dim);
      }
    }
    return new VertexPiece(
        type,
        keys.rows(IntStream.range(from, to).toArray()),
        labels == null ? null : Arrays.copyOfRange(labels, from, to),
        splits == null ? null : Arrays.copyOfRange(splits, from, to),
        some,
        null,
        numbers == null
            ? null
            : Arrays.copyOfRange(
                numbers, from * width(rows(), numbers.length), to * width(rows(), numbers.length)));
  }

  /** Some of the rows, in their order, sparse if they are. */
  public VertexPiece rows(int[] some) {
    return new VertexPiece(
        type,
        keys.rows(some),
        labels == null ? null : Arrays.stream(some).map(row -> labels[row]).toArray(),
        splits == null ? null : rows(splits, some),
        features == null ? null : rows(features, some, rowDim()),
        sparse == null ? null : rows(sparse, some),
        numbers == null ? null : rows(numbers, some, width(rows(), numbers.length)));
  }

  private static byte[] rows(byte[] column, int[] some) {
    byte[] rows = new byte[some.length];
    for (int i = 0; i < some.length; i++) {
      rows[i] = column[some[i]];
    }
    return rows;
  }

  private static float[] rows(float[] matrix, int[] some, int dim) {
    float[] rows = new float[some.length * dim];
    for (int i = 0; i < some.length; i++) {
      System.arraycopy(matrix, some[i] * dim, rows, i * dim, dim);
    }
    return rows;
  }

  private static long[] rows(long[] matrix, int[] some, int dim) {
    long[] rows = new long[some.length * dim];
    for (int i = 0; i < some.length; i++) {
      System.arraycopy(matrix, some[i] * dim, rows, i * dim, dim);
    }
    return rows;
  }

  private static CsrRows rows(CsrRows matrix, int[] some) {
    CsrRows.Builder rows = new CsrRows.Builder(matrix.dim(), some.length, some.length);
    for (int row : some) {
      rows.add(matrix, row);
      rows.endRow();
    }
    return rows.build();
  }

  @Override
  public int rows() {
    return keys.size();
  }

  private int rowDim() {
    if (sparse != null) {
      return sparse.dim();
    }
    return features == null ? 0 : width(rows(), features.length);
  }

  /** Values of a row, of so many together. */
  private static int width(int rows, int values) {
    return rows == 0 ? 0 : values / rows;
  }

  /** The same vertices with other labels, as many. */
  public VertexPiece with(int[] others) {
    return new VertexPiece(type, keys, others, splits, features, sparse, numbers);
  }

  @Override
  public void passTo(PieceSink sink) {
    sink.vertices(this);
  }

  @Override
  public byte[] encode() {
    final int rows = rows();
    final int detail =
        (labels != null ? LABELS : 0)
            | (splits != null ? SPLITS : 0)
            | (features != null || sparse != null ? FEATURES : 0)
            | (sparse != null ? SPARSE : 0)
            | (numbers != null ? NUMBERS : 0);
    final long columnBytes =
        4L
            + keys.encodedBytes()
            + (labels != null ? 4L * rows : 0)
            + (splits != null ? rows : 0)
            + (numbers != null ? 8L * numbers.length : 0)
            + (features != null ? 4L * features.length : 0)
            + (sparse != null ? sparse.bytes() : 0);
    PieceWriter writer =
        new PieceWriter(PieceWriter.VERTICES, keys.kind(), detail, type, rows, columnBytes);
    writer.number(rowDim());
    keys.writeTo(writer);
    if (labels != null) {
      writer.ints(labels);
    }
    if (splits != null) {
      writer.bytes(splits);
    }
    if (numbers != null) {
      writer.longs(numbers);
    }
    if (features != null) {
      writer.floats(features);
    }
    if (sparse != null) {
      writer.rows(sparse);
    }
    return writer.toBytes();
  }

  /**
   * Reads a piece of vertices.
   *
   * @param bytes what {@link #encode()} gave; not trusted
   * @param header header of the graph it belongs to
   * @throws GraphemberException with {@link InputError#PIECE_MALFORMED} or {@link
   *     InputError#PIECE_TOO_LARGE}
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
        (detail & ~(LABELS | SPLITS | FEATURES | SPARSE | NUMBERS)) == 0
            && (detail & (FEATURES | SPARSE)) != SPARSE,
        "its detail byte is " + detail);
    PieceReader.check(
        rowDim == type.rowDim() || reader.rows() == 0,
        "its rows have " + rowDim + " numbers, the graph's have " + type.rowDim());
    PieceReader.check(
        (detail & FEATURES) != 0 == type.rowDim() > 0,
        "it and the graph's header differ on whether there are features or targets");
    PieceReader.check(
        (detail & LABELS) != 0 == type.labels(),
        "it and the graph's header differ on whether there are labels");
    PieceReader.check(
        (detail & NUMBERS) != 0 == type.attributes().count() > 0,
        "it and the graph's header differ on whether there are times or clusters");
    KeyColumn keys = reader.keys(type.keyKind());
    int[] labels = (detail & LABELS) != 0 ? reader.ints("its labels") : null;
    byte[] splits = (detail & SPLITS) != 0 ? reader.bytes(reader.rows(), "its splits") : null;
    checkCodes(labels, splits);
    long[] numbers =
        (detail & NUMBERS) != 0
            ? reader.longs(type.attributes().count(), "its times and clusters")
            : null;
    checkClusters(numbers, type.attributes());
    if ((detail & SPARSE) != 0) {
      CsrRows sparse = reader.rows(type.rowDim(), "its features");
      checkRows(sparse, type.featureDim());
      return new VertexPiece(number, keys, labels, splits, null, sparse, numbers);
    }
    float[] features =
        (detail & FEATURES) != 0 ? reader.floats(type.rowDim(), "its features") : null;
    checkRows(features, type.rowDim(), type.featureDim());
    return new VertexPiece(number, keys, labels, splits, features, null, numbers);
  }

  private static void checkCodes(int @Nullable [] labels, byte @Nullable [] splits) {
    for (int i = 0; labels != null && i < labels.length; i++) {
      PieceReader.check(labels[i] >= -1, "a label is below -1");
    }
    for (int i = 0; splits != null && i < splits.length; i++) {
      PieceReader.check(splits[i] >= 0 && splits[i] <= 3, "a split code is not 0 to 3");
    }
  }

  private static void checkClusters(long @Nullable [] numbers, VertexAttributes attributes) {
    final int count = attributes.count();
    for (int i = count - 1;
        numbers != null && attributes.cluster() && i < numbers.length;
        i += count) {
      PieceReader.check(VertexAttributes.clusterAllowed(numbers[i]), "a cluster is " + numbers[i]);
    }
  }

  private static void checkRows(CsrRows rows, int featureDim) {
    for (int i = 0; i < rows.rows(); i++) {
      for (int e = rows.offsets()[i]; e < rows.offsets()[i + 1]; e++) {
        final float value = rows.values()[e];
        final boolean unknown = Float.isNaN(value) && rows.columns()[e] >= featureDim;
        if (!Float.isFinite(value) && !unknown) {
          throw notFinite(rows.columns()[e], i, value);
        }
      }
    }
  }

  /** One value that is no number would spread over everything that a model learns. */
  static GraphemberException notFinite(int column, int row, float value) {
    return PieceReader.malformed(
        "feature %d of row %d is %s, it must be finite".formatted(column, row, value));
  }

  /** Features are finite; targets may be unknown. */
  private static void checkRows(float @Nullable [] rows, int rowDim, int featureDim) {
    for (int i = 0; rows != null && i < rows.length; i++) {
      final boolean unknown = Float.isNaN(rows[i]) && i % rowDim >= featureDim;
      if (!Float.isFinite(rows[i]) && !unknown) {
        throw notFinite(i % rowDim, i / rowDim, rows[i]);
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
        && Arrays.equals(features, other.features)
        && Objects.equals(sparse, other.sparse)
        && Arrays.equals(numbers, other.numbers);
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
