// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link PieceWriter} wrote. The bytes are hostile until read: every count is checked
 * against the bytes that remain before anything is allocated.
 */
final class PieceReader {
  private final ByteBuffer buffer;
  private final byte piece;
  private final byte keyKind;
  private final byte detail;
  private final int type;
  private final int rows;

  /** Reads the head. */
  PieceReader(byte[] bytes) {
    if (bytes.length > Piece.MAX_BYTES) {
      throw new GraphemberException(
          InputError.PIECE_TOO_LARGE,
          "A piece has %d bytes, more than the limit of %d."
              .formatted(bytes.length, Piece.MAX_BYTES));
    }
    buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    need(PieceWriter.HEAD_BYTES, "its head");
    check(buffer.getInt() == PieceWriter.MAGIC, "it does not begin with " + PieceWriter.MAGIC_TEXT);
    final byte version = buffer.get();
    check(
        version == PieceWriter.VERSION,
        "its version is " + version + ", this reader knows " + PieceWriter.VERSION);
    piece = buffer.get();
    keyKind = buffer.get();
    detail = buffer.get();
    type = buffer.getInt();
    rows = buffer.getInt();
    check(rows >= 0, "it has " + rows + " rows");
  }

  byte piece() {
    return piece;
  }

  /** Number of the type, checked. */
  int type(int types) {
    check(type >= 0 && type < types, "its type is " + type + ", the graph has " + types);
    return type;
  }

  /** Checks that the head's kind of key is that of the type. */
  void keyKind(VertexType expected) {
    keyKind(keyKind, expected);
  }

  static void keyKind(byte kind, VertexType expected) {
    check(
        kind == expected.keyKind().ordinal(),
        "its key kind is "
            + kind
            + ", that of type "
            + expected.name()
            + " is "
            + expected.keyKind());
  }

  byte detail() {
    return detail;
  }

  int rows() {
    return rows;
  }

  int number() {
    need(4, "a number");
    return buffer.getInt();
  }

  KeyColumn keys(KeyKind kind) {
    return switch (kind) {
      case INT64 -> KeyColumn.of(integers());
      case UUID -> KeyColumn.ofUuids(longs(2, "its keys"));
      case STRING -> stringKeys();
    };
  }

  private long[] integers() {
    need(1, "the width of its keys");
    final byte width = buffer.get();
    check(width == Integer.BYTES || width == Long.BYTES, "its keys are " + width + " bytes wide");
    if (width == Long.BYTES) {
      return longs("its keys");
    }
    int[] narrow = ints("its keys");
    long[] values = new long[narrow.length];
    for (int i = 0; i < narrow.length; i++) {
      values[i] = narrow[i];
    }
    return values;
  }

  long[] longs(String what) {
    return longs(1, what);
  }

  long[] longs(int columns, String what) {
    need(8L * columns * rows, what);
    long[] values = new long[columns * rows];
    buffer.asLongBuffer().get(values);
    skip(8 * values.length);
    return values;
  }

  private KeyColumn stringKeys() {
    need(4L * (rows + 1L), "its key offsets");
    int[] offsets = new int[rows + 1];
    buffer.asIntBuffer().get(offsets);
    skip(4 * (rows + 1));
    check(offsets[0] == 0, "its first key offset is " + offsets[0]);
    for (int i = 0; i < rows; i++) {
      final long length = (long) offsets[i + 1] - offsets[i];
      if (length < 1 || length > KeyColumn.MAX_KEY_BYTES) {
        throw malformed("key " + i + " has " + length + " bytes");
      }
    }
    byte[] arena = bytes(offsets[rows], "its keys");
    checkUtf8(arena, offsets);
    return KeyColumn.ofArena(arena, offsets);
  }

  /** The arena is UTF-8 and no key begins inside a character: so every key is UTF-8. */
  private static void checkUtf8(byte[] arena, int[] offsets) {
    for (int i = 0; i < offsets.length - 1; i++) {
      check((arena[offsets[i]] & 0xC0) != 0x80, "a key begins inside a UTF-8 character");
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(arena);
    CharBuffer out = CharBuffer.allocate(4096);
    CoderResult result;
    do {
      result = decoder.decode(in, out.clear(), true);
      check(!result.isError(), "a key is not UTF-8");
    } while (result.isOverflow());
  }

  int[] ints(String what) {
    need(4L * rows, what);
    int[] values = new int[rows];
    buffer.asIntBuffer().get(values);
    skip(4 * rows);
    return values;
  }

  float[] floats(int columns, String what) {
    final long count = (long) rows * columns;
    need(4 * count, what);
    float[] values = new float[(int) count];
    buffer.asFloatBuffer().get(values);
    skip(4 * values.length);
    return values;
  }

  /** Sparse rows; as many bytes as are left bound what is allocated. */
  CsrRows rows(int dim, String what) {
    int[] counts = ints(what);
    int[] offsets = new int[rows + 1];
    long entries = 0;
    for (int i = 0; i < rows; i++) {
      check(counts[i] >= 0, what + " have a row of " + counts[i] + " entries");
      entries += counts[i];
      need(8 * entries, what);
      offsets[i + 1] = (int) entries;
    }
    int[] columns = new int[(int) entries];
    buffer.asIntBuffer().get(columns);
    skip(4 * columns.length);
    float[] values = new float[columns.length];
    buffer.asFloatBuffer().get(values);
    skip(4 * values.length);
    CsrRows sparse = new CsrRows(rows, dim, offsets, columns, values);
    sparse
        .fault()
        .ifPresent(
            fault -> {
              throw malformed("its rows " + fault);
            });
    return sparse;
  }

  byte[] bytes(int count, String what) {
    need(count, what);
    byte[] values = new byte[count];
    buffer.get(values);
    return values;
  }

  void end() {
    check(!buffer.hasRemaining(), buffer.remaining() + " bytes follow its end");
  }

  static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw malformed(otherwise);
    }
  }

  static GraphemberException malformed(String what) {
    return new GraphemberException(
        InputError.PIECE_MALFORMED, "A piece cannot be read: " + what + ".");
  }

  private void need(long bytes, String what) {
    check(
        bytes <= buffer.remaining(),
        what + " would take " + bytes + " bytes, " + buffer.remaining() + " are left");
  }

  private void skip(int bytes) {
    buffer.position(buffer.position() + bytes);
  }
}
