// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.util.Arrays;

/** Gathers vertices of one type and cuts them into pieces. */
final class VertexPieces {
  private static final int FIRST_ROWS = 64;

  private final int number;
  private final VertexType type;
  private final boolean splitColumn;
  private final PieceSink sink;
  private final KeyColumn.Builder keys;
  private int[] labels = new int[FIRST_ROWS];
  private byte[] splits = new byte[FIRST_ROWS];
  private float[] features;
  private long bytes;

  VertexPieces(GraphHeader header, int type, boolean splitColumn, PieceSink sink) {
    this.number = type;
    this.type = header.vertexType(type);
    this.splitColumn = splitColumn;
    this.sink = sink;
    keys = new KeyColumn.Builder(this.type.keyKind());
    features = new float[this.type.rowDim()];
  }

  /**
   * Adds a vertex.
   *
   * @param label -1 for none; ignored without labels
   * @param split {@link Split#code()} or {@link Split#NONE}; ignored without a split column
   * @param row [featureDim], copied
   * @param targets [targetDim], copied
   */
  void add(KeyCell key, int label, byte split, float[] row, float... targets) {
    final int dim = type.rowDim();
    final int rowBytes =
        key.encodedBytes() + (type.labels() ? 4 : 0) + (splitColumn ? 1 : 0) + 4 * dim;
    // The head, the row dim, and the first of rows + 1 key offsets.
    final int headBytes = PieceWriter.HEAD_BYTES + 8;
    if (keys.size() > 0 && bytes + rowBytes > Piece.TARGET_BYTES) {
      flush();
    }
    final int rows = keys.size();
    bytes = (rows == 0 ? headBytes : bytes) + rowBytes;
    if (rows == labels.length) {
      labels = Arrays.copyOf(labels, 2 * rows);
      splits = Arrays.copyOf(splits, 2 * rows);
    }
    if ((rows + 1) * dim > features.length) {
      features = Arrays.copyOf(features, 2 * (rows + 1) * dim);
    }
    labels[rows] = label;
    splits[rows] = split;
    System.arraycopy(row, 0, features, rows * dim, type.featureDim());
    System.arraycopy(targets, 0, features, rows * dim + type.featureDim(), type.targetDim());
    key.appendTo(keys);
  }

  /** Sends what is gathered, if anything. */
  void flush() {
    final int rows = keys.size();
    if (rows > 0) {
      sink.vertices(
          new VertexPiece(
              number,
              keys.build(),
              type.labels() ? Arrays.copyOf(labels, rows) : null,
              splitColumn ? Arrays.copyOf(splits, rows) : null,
              type.rowDim() > 0 ? Arrays.copyOf(features, rows * type.rowDim()) : null));
    }
  }
}
