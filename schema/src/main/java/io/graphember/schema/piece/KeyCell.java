// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.piece;

import io.graphember.schema.KeyKind;
import io.graphember.schema.Surrogates;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** One key on its way from a field to a column; used again for every row. */
public final class KeyCell {
  private final KeyKind kind;
  private long number;
  private long leastSignificant;
  private byte[] utf8 = new byte[64];
  private int length;

  /** An empty cell. */
  public KeyCell(KeyKind kind) {
    this.kind = kind;
  }

  /** What the key is. */
  public KeyKind kind() {
    return kind;
  }

  /** Takes an integer key. */
  public void set(long key) {
    number = key;
  }

  /** Takes a whole number, if keys are whole numbers; false if not. */
  public boolean setWhole(long key) {
    if (kind == KeyKind.INT64) {
      number = key;
    }
    return kind == KeyKind.INT64;
  }

  /** Takes a key from a column of the same kind. */
  public void set(KeyColumn column, int row) {
    switch (kind) {
      case INT64 -> number = column.longAt(row);
      case UUID -> set(column.mostSignificantAt(row), column.leastSignificantAt(row));
      case STRING -> {
        length = column.end(row) - column.start(row);
        reserve(length);
        System.arraycopy(column.arena(), column.start(row), utf8, 0, length);
      }
    }
  }

  /**
   * Takes a key as a program has it.
   *
   * @return false if it is not of this kind, or no key
   */
  public boolean set(Object key) {
    if (kind == KeyKind.INT64 && key instanceof Number integer && whole(integer)) {
      number = integer.longValue();
      return true;
    }
    if (kind == KeyKind.UUID && key instanceof UUID uuid) {
      number = uuid.getMostSignificantBits();
      leastSignificant = uuid.getLeastSignificantBits();
      return true;
    }
    if (kind == KeyKind.STRING && key instanceof String text && Surrogates.paired(text)) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      length = bytes.length;
      utf8 = bytes;
      return length > 0 && length <= KeyColumn.MAX_KEY_BYTES;
    }
    return false;
  }

  private static boolean whole(Number number) {
    return number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte;
  }

  /** Takes a UUID. */
  public void set(long mostSignificant, long leastSignificantBits) {
    number = mostSignificant;
    leastSignificant = leastSignificantBits;
  }

  /**
   * Takes a string key, whose surrogates are in pairs: it came out of UTF-8, or was looked at.
   *
   * @return its length in bytes of UTF-8, which may be more than a key may have
   */
  public int set(char[] text, int offset, int textLength) {
    reserve(3 * textLength);
    int to = 0;
    for (int i = offset; i < offset + textLength; i++) {
      final char c = text[i];
      if (c < 0x80) {
        utf8[to++] = (byte) c;
      } else if (c < 0x800) {
        utf8[to++] = (byte) (0xC0 | c >> 6);
        utf8[to++] = (byte) (0x80 | c & 0x3F);
      } else if (Character.isSurrogate(c)) {
        final int point = Character.toCodePoint(c, text[++i]);
        utf8[to++] = (byte) (0xF0 | point >> 18);
        utf8[to++] = (byte) (0x80 | point >> 12 & 0x3F);
        utf8[to++] = (byte) (0x80 | point >> 6 & 0x3F);
        utf8[to++] = (byte) (0x80 | point & 0x3F);
      } else {
        utf8[to++] = (byte) (0xE0 | c >> 12);
        utf8[to++] = (byte) (0x80 | c >> 6 & 0x3F);
        utf8[to++] = (byte) (0x80 | c & 0x3F);
      }
    }
    length = to;
    return to;
  }

  private void reserve(int bytes) {
    if (utf8.length < bytes) {
      utf8 = Arrays.copyOf(utf8, Math.max(bytes, 2 * utf8.length));
    }
  }

  /** Bytes that the key adds to an encoded column. */
  public int encodedBytes() {
    return KeyColumn.encodedBytes(kind, length);
  }

  public void appendTo(KeyColumn.Builder keys) {
    switch (kind) {
      case INT64 -> keys.add(number);
      case UUID -> keys.add(number, leastSignificant);
      case STRING -> keys.add(utf8, 0, length);
    }
  }
}
