// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/**
 * The rows of a {@link Tables table} of a cluster. Values become text, so that what is read out of
 * them is what a csv file would give: a null is an empty field, a moment the milliseconds since
 * 1970. Messages count rows from 1.
 */
final class ClusterTable implements RowTable {
  private static final int METERED_ROWS = 1 << 12;

  private final String name;
  private final Tables.Rows rows;
  private final int[] columns;
  private final ReadMeter meter;
  private final List<String> names;
  private char[] chars = new char[64];
  private long row;

  /**
   * Reads on.
   *
   * @param name how messages call the table
   * @param columns columns that are needed, -1 for none
   */
  ClusterTable(String name, Tables.Rows rows, int[] columns, ReadMeter meter) {
    this.name = name;
    this.rows = rows;
    this.columns = columns;
    this.meter = meter;
    this.names = rows.columns();
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public boolean next(Row into) {
    if (row % METERED_ROWS == 0) {
      meter.advance(name, 0);
    }
    if (!rows.next()) {
      return false;
    }
    row++;
    for (int column : columns) {
      if (column >= 0) {
        final int length = text(column);
        into.field(column, chars, 0, length);
      }
    }
    return true;
  }

  /** Makes a value text; its length. */
  private int text(int column) {
    Object value = rows.value(column);
    if (value == null) {
      return 0;
    }
    String text;
    if (value instanceof String
        || value instanceof Number
        || value instanceof UUID
        || value instanceof Boolean
        || value instanceof Character) {
      text = value.toString();
    } else if (value instanceof Date moment) {
      text = Long.toString(moment.getTime());
    } else {
      throw error(
          IngestError.INPUT_COLUMN_UNFIT,
          "column %d (%s) holds %s; columns may be numbers, truth values, text, UUIDs and moments"
              .formatted(column + 1, names.get(column), value.getClass().getSimpleName()));
    }
    if (!Surrogates.paired(text)) {
      throw error(
          IngestError.INPUT_NOT_UTF8,
          "column %d (%s) holds half a surrogate pair".formatted(column + 1, names.get(column)));
    }
    if (text.length() > chars.length) {
      chars = new char[2 * text.length()];
    }
    text.getChars(0, text.length(), chars, 0);
    return text.length();
  }

  @Override
  public GraphemberException error(ErrorCode code, String rule) {
    return new GraphemberException(code, name + ":" + row + ": " + rule + ".");
  }

  @Override
  public void close() {
    rows.close();
  }
}
