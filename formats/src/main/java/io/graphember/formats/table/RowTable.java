// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.util.List;

/**
 * A table that is read row by row, whose fields are text, or numbers. Used by one thread.
 *
 * <p>The fields of a row are handed over as pieces of a buffer: no object is made for a field.
 */
public interface RowTable extends AutoCloseable {
  /** Takes the fields of a row. */
  @FunctionalInterface
  interface Row {
    /** Ignores fields. */
    Row IGNORED = (column, text, offset, length) -> {};

    /**
     * Takes one field; the row may still turn out to be ragged.
     *
     * @param column from 0
     * @param text holds the field at {@code [offset, offset + length)} during the call
     */
    void field(int column, char[] text, int offset, int length);

    /**
     * Takes a field that is a number, if that is all it is wanted for: then nobody makes text of
     * it.
     *
     * @param value finite
     * @return false if the field is wanted as text
     */
    default boolean number(int column, float value) {
      return false;
    }

    /** The same of a whole number. */
    default boolean number(int column, long value) {
      return false;
    }
  }

  /** Names of the columns, empty if they have none. */
  List<String> names();

  /**
   * Reads the next row.
   *
   * @return false if there is none
   */
  boolean next(Row into);

  /** An error in the row that is being read, or after the last one. */
  GraphemberException error(ErrorCode code, String rule);

  /** An error in a field of the row that is being read. */
  default GraphemberException error(
      ErrorCode code, int column, char[] text, int offset, int length, String rule) {
    return error(code, columnName(column) + " is " + shown(text, offset, length) + "; " + rule);
  }

  private String columnName(int column) {
    return column < names().size()
        ? "column " + (column + 1) + " (" + names().get(column) + ")"
        : "column " + (column + 1);
  }

  private static String shown(char[] text, int offset, int length) {
    final int most = 40;
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(length, most); i++) {
      final char c = text[offset + i];
      shown.append(Character.isISOControl(c) ? ' ' : c);
    }
    return length == 0
        ? "empty"
        : length > most ? shown.append("...").toString() : shown.toString();
  }

  @Override
  void close();
}
