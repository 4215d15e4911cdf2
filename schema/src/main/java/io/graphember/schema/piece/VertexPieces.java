// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.spi.CsrRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gathers vertices of one type and cuts them into pieces. The rows of a piece are sparse if its
 * first one is better sparse.
 */
public final class VertexPieces {
  private static final int FIRST_ROWS = 64;

  private final int number;
  private final VertexType type;
  private final boolean splitColumn;
  private final PieceSink sink;
  private final KeyColumn.Builder keys;
  private int[] labels = new int[FIRST_ROWS];
  private byte[] splits = new byte[FIRST_ROWS];
  private final VertexValues unknown = new VertexValues();
  private long[] numbers;
  private float[] features;
  private CsrRows.@Nullable Builder sparse; // null where rows are dense
  private int entries = 1024; // of a sparse piece
  private long bytes;

  public VertexPieces(GraphHeader header, int type, boolean splitColumn, PieceSink sink) {
    this.number = type;
    this.type = header.vertexType(type);
    this.splitColumn = splitColumn;
    this.sink = sink;
    keys = new KeyColumn.Builder(this.type.keyKind());
    features = new float[this.type.rowDim()];
    numbers = new long[FIRST_ROWS * this.type.attributes().count()];
  }

  /** Adds a vertex whose numbers are not known, see below. */
  public void add(KeyCell key, int label, byte split, float[] row, float... targets) {
    add(key, label, split, unknown, row, targets);
  }

  /**
   * Adds a vertex.
   *
   * @param label -1 for none; ignored without labels
   * @param split {@link Split#code()} or {@link Split#NONE}; ignored without a split column
   * @param values what the type does not have is ignored
   * @param row [featureDim], copied
   * @param targets [targetDim], copied
   */
  public void add(
      KeyCell key, int label, byte split, VertexValues values, float[] row, float... targets) {
    final VertexAttributes attributes = type.attributes();
    final int dim = type.rowDim();
    final int notZero = CsrRows.count(row, 0, type.featureDim()) + type.targetDim();
    if (keys.size() == 0) {
      begin(notZero);
    }
    final int rowBytes =
        key.encodedBytes()
            + (type.labels() ? 4 : 0)
            + (splitColumn ? 1 : 0)
            + 8 * attributes.count()
            + (sparse == null ? 4 * dim : 4 + 8 * notZero);
    // The head, the row dim, and the first of rows + 1 key offsets.
    final int headBytes = PieceWriter.HEAD_BYTES + 8;
    if (keys.size() > 0 && bytes + rowBytes > Piece.TARGET_BYTES) {
      flush();
      begin(notZero);
    }
    final int rows = keys.size();
    bytes = (rows == 0 ? headBytes : bytes) + rowBytes;
    if (rows == labels.length) {
      labels = Arrays.copyOf(labels, 2 * rows);
      splits = Arrays.copyOf(splits, 2 * rows);
      numbers = Arrays.copyOf(numbers, 2 * rows * attributes.count());
    }
    labels[rows] = label;
    splits[rows] = split;
    int at = rows * attributes.count();
    if (attributes.time()) {
      numbers[at++] = values.time;
    }
    if (attributes.cluster()) {
      numbers[at] = values.cluster;
    }
    if (sparse == null) {
      addDense(rows * dim, row, targets);
    } else {
      addSparse(sparse, row, targets);
    }
    key.appendTo(keys);
  }

  /** Begins a piece with a row of so many values that are not zero. */
  private void begin(int notZero) {
    sparse =
        type.rowDim() > 0 && CsrRows.pays(notZero, 1, type.rowDim())
            ? new CsrRows.Builder(type.rowDim(), FIRST_ROWS, entries)
            : null;
  }

  private void addDense(int at, float[] row, float[] targets) {
    if (at + type.rowDim() > features.length) {
      features = Arrays.copyOf(features, 2 * (at + type.rowDim()));
    }
    System.arraycopy(row, 0, features, at, type.featureDim());
    System.arraycopy(targets, 0, features, at + type.featureDim(), type.targetDim());
  }

  private void addSparse(CsrRows.Builder sparse, float[] row, float[] targets) {
    for (int j = 0; j < type.featureDim(); j++) {
      if (row[j] != 0) {
        sparse.add(j, row[j]);
      }
    }
    for (int j = 0; j < type.targetDim(); j++) {
      sparse.add(type.featureDim() + j, targets[j]);
    }
    sparse.endRow();
  }

  /** Sends what is gathered, if anything. */
  public void flush() {
    final int rows = keys.size();
    if (rows > 0) {
      sink.vertices(
          new VertexPiece(
              number,
              keys.build(),
              type.labels() ? Arrays.copyOf(labels, rows) : null,
              splitColumn ? Arrays.copyOf(splits, rows) : null,
              type.rowDim() > 0 && sparse == null
                  ? Arrays.copyOf(features, rows * type.rowDim())
                  : null,
              sparseRows(),
              type.attributes().count() > 0
                  ? Arrays.copyOf(numbers, rows * type.attributes().count())
                  : null));
    }
  }

  private @Nullable CsrRows sparseRows() {
    if (sparse == null) {
      return null;
    }
    CsrRows rows = sparse.build();
    entries = rows.entries();
    return rows;
  }
}
