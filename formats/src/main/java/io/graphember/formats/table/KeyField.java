// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.KeyColumn;

/** Reads a key out of a field. */
public final class KeyField {
  private static final String UUID_FORM = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

  private KeyField() {}

  /**
   * Reads a key.
   *
   * @param cell takes it
   */
  public static void parse(
      KeyCell cell, RowTable at, int column, char[] text, int offset, int textLength) {
    if (textLength == 0) {
      throw at.error(
          InputError.INPUT_KEY_EMPTY, column, text, offset, 0, "a key must not be empty");
    }
    if (cell.kind() == KeyKind.INT64) {
      cell.set(Numbers.parseKey(at, column, text, offset, textLength));
      return;
    }
    if (cell.kind() == KeyKind.UUID) {
      parseUuid(cell, at, column, text, offset, textLength);
      return;
    }
    if (cell.set(text, offset, textLength) > KeyColumn.MAX_KEY_BYTES) {
      throw at.error(
          InputError.INPUT_KEY_TOO_LONG,
          column,
          text,
          offset,
          textLength,
          "a key must not be longer than " + KeyColumn.MAX_KEY_BYTES + " bytes of UTF-8");
    }
  }

  private static void parseUuid(
      KeyCell cell, RowTable at, int column, char[] text, int offset, int textLength) {
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
          InputError.INPUT_KEY_NOT_UUID,
          column,
          text,
          offset,
          textLength,
          "a key must be a UUID of the form " + UUID_FORM);
    }
    cell.set(high, low);
  }
}
