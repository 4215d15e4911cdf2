// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** One key on its way from a field to a column; used again for every row. */
final class KeyCell {
  private static final String UUID_FORM = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

  private final KeyKind kind;
  private long number;
  private long leastSignificant;
  private byte[] utf8 = new byte[64];
  private int length;

  KeyCell(KeyKind kind) {
    this.kind = kind;
  }

  /** Takes an integer key. */
  void set(long key) {
    number = key;
  }

  /** Takes a string key from a column. */
  void set(KeyColumn column, int row) {
    length = column.end(row) - column.start(row);
    reserve(length);
    System.arraycopy(column.arena(), column.start(row), utf8, 0, length);
  }

  /**
   * Takes a key as a program has it.
   *
   * @return false if it is not of this kind, or no key
   */
  boolean set(Object key) {
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

  /** Takes a key from a field. */
  void parse(RowTable at, int column, char[] text, int offset, int textLength) {
    if (textLength == 0) {
      throw at.error(
          IngestError.INPUT_KEY_EMPTY, column, text, offset, 0, "a key must not be empty");
    }
    if (kind == KeyKind.INT64) {
      number = Numbers.parseKey(at, column, text, offset, textLength);
      return;
    }
    if (kind == KeyKind.UUID) {
      parseUuid(at, column, text, offset, textLength);
      return;
    }
    encode(text, offset, textLength);
    if (length > KeyColumn.MAX_KEY_BYTES) {
      throw at.error(
          IngestError.INPUT_KEY_TOO_LONG,
          column,
          text,
          offset,
          textLength,
          "a key must not be longer than " + KeyColumn.MAX_KEY_BYTES + " bytes of UTF-8");
    }
  }

  private void parseUuid(RowTable at, int column, char[] text, int offset, int textLength) {
    boolean good = textLength == UUID_FORM.length();
    long high = 0;
    long low = 0;
    for (int i = 0; good && i < textLength; i++) {
      final char c = text[offset + i];
      if (UUID_FORM.charAt(i) == '-') {
        good = c == '-';
        continue;
      }
      final int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      good = digit >= 0;
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
    }
    if (!good) {
      throw at.error(
          IngestError.INPUT_KEY_NOT_UUID,
          column,
          text,
          offset,
          textLength,
          "a key must be a UUID of the form " + UUID_FORM);
    }
    number = high;
    leastSignificant = low;
  }

  /** Surrogates are in pairs: the text came out of UTF-8, or was looked at. */
  private void encode(char[] text, int offset, int textLength) {
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
  }

  private void reserve(int bytes) {
    if (utf8.length < bytes) {
      utf8 = Arrays.copyOf(utf8, Math.max(bytes, 2 * utf8.length));
    }
  }

  /** Bytes that the key adds to an encoded column. */
  int encodedBytes() {
    return KeyColumn.encodedBytes(kind, length);
  }

  void appendTo(KeyColumn.Builder keys) {
    switch (kind) {
      case INT64 -> keys.add(number);
      case UUID -> keys.add(number, leastSignificant);
      case STRING -> keys.add(utf8, 0, length);
    }
  }
}
