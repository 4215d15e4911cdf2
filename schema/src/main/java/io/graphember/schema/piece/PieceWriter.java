// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes the columns of a piece after the head that all pieces share, little-endian:
 *
 * <pre>
 * int32  magic      {@value #MAGIC_TEXT} as bytes
 * int8   version    {@value #VERSION}
 * int8   piece      1 vertices, 2 split, 3 edges, 4 assignment, 5 held-out edges
 * int8   key kind   0 INT64, 1 STRING, 2 UUID; of edges: of their sources
 * int8   detail     see the piece
 * int32  type       number of the vertex type; of edges: of the edge type
 * int32  rows       0 or more
 * </pre>
 */
final class PieceWriter {
  static final String MAGIC_TEXT = "GEMP";
  static final int MAGIC = 'G' | 'E' << 8 | 'M' << 16 | 'P' << 24;
  static final byte VERSION = 5;
  static final int HEAD_BYTES = 16;

  static final byte VERTICES = 1;
  static final byte SPLIT = 2;
  static final byte EDGES = 3;
  static final byte ASSIGNMENT = 4;
  static final byte HELD_OUT = 5;

  private final ByteBuffer buffer;

  PieceWriter(byte piece, KeyKind keyKind, int detail, int type, int rows, long columnBytes) {
    final long length = HEAD_BYTES + columnBytes;
    if (length > Piece.MAX_BYTES) {
      throw new GraphemberException(
          InputError.PIECE_TOO_LARGE,
          "A piece of %d rows takes %d bytes, more than the limit of %d."
              .formatted(rows, length, Piece.MAX_BYTES));
    }
    buffer = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(MAGIC).put(VERSION).put(piece).put((byte) keyKind.ordinal()).put((byte) detail);
    buffer.putInt(type).putInt(rows);
  }

  void number(int value) {
    buffer.putInt(value);
  }

  /** The width 4, then values that fit it. */
  void narrow(long[] values) {
    buffer.put((byte) Integer.BYTES);
    int[] narrow = new int[values.length];
    for (int i = 0; i < narrow.length; i++) {
      narrow[i] = (int) values[i];
    }
    ints(narrow);
  }

  /** The width 8, then values. */
  void wide(long[] values) {
    buffer.put((byte) Long.BYTES);
    longs(values);
  }

  void longs(long[] values) {
    buffer.asLongBuffer().put(values);
    buffer.position(buffer.position() + 8 * values.length);
  }

  void ints(int[] values) {
    buffer.asIntBuffer().put(values);
    buffer.position(buffer.position() + 4 * values.length);
  }

  void floats(float[] values) {
    buffer.asFloatBuffer().put(values);
    buffer.position(buffer.position() + 4 * values.length);
  }

  /** The entries of each row, then all columns and all values. */
  void rows(CsrRows rows) {
    for (int i = 0; i < rows.rows(); i++) {
      number(rows.offsets()[i + 1] - rows.offsets()[i]);
    }
    ints(Arrays.copyOf(rows.columns(), rows.entries()));
    floats(Arrays.copyOf(rows.values(), rows.entries()));
  }

  void bytes(byte[] values) {
    buffer.put(values);
  }

  byte[] toBytes() {
    assert !buffer.hasRemaining() : buffer;
    return buffer.array();
  }
}
