// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.InputError;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the row of features of one vertex after the other of the fields of a table. Categories that
 * the {@link FeatureEncoding} does not have leave no trace: all their floats stay 0.
 */
final class FeatureReader {
  private static final int FNV_BASIS = 0x811C9DC5;
  private static final int FNV_PRIME = 0x01000193;
  private static final String NUMBER_RULE =
      "it must be a finite number; set missing: zero or mean to allow gaps";

  private final FeatureColumns columns;
  private final RowTable table;
  private final Cell[] cells; // by column; null where a column is none of the features
  private final int[] numberOf; // by column: place in the row, -1 for other columns
  private final float[] row;

  /** Takes a field of one column. */
  @FunctionalInterface
  private interface Cell {
    void take(int column, char[] text, int offset, int length);

    /** Both, one after the other. */
    default Cell and(Cell other) {
      return (column, text, offset, length) -> {
        take(column, text, offset, length);
        other.take(column, text, offset, length);
      };
    }
  }

  FeatureReader(FeatureColumns columns, RowTable table, FeatureEncoding encoding) {
    this.columns = columns;
    this.table = table;
    cells = new Cell[columns.all().mapToInt(c -> c + 1).max().orElse(0)];
    row = new float[(int) columns.dim(encoding)];
    numberOf = new int[cells.length];
    Arrays.fill(numberOf, -1);
    int at = 0;
    for (int i = 0; i < columns.numbers().size(); i++) {
      numberOf[columns.numbers().get(i)] = i;
      add(columns.numbers().get(i), parsed(at++, missing(encoding, i)));
    }
    for (int i = 0; i < encoding.categories().size(); i++) {
      List<String> names = encoding.categories().get(i);
      FeatureColumns.Listed list = columns.categoryColumn(i);
      add(list.column(), categories(list, at, names));
      at += names.size();
    }
    for (FeatureColumns.Listed list : columns.hashed()) {
      add(list.column(), words(list, at));
      at += list.width();
    }
    for (FeatureColumns.Listed list : columns.indices()) {
      add(list.column(), indices(list, at));
      at += list.width();
    }
  }

  /** The same column may be read in several ways. */
  private void add(int column, Cell cell) {
    cells[column] = cells[column] == null ? cell : cells[column].and(cell);
  }

  /** The row, which the next one overwrites. */
  float[] row() {
    return row;
  }

  /** Takes one field. */
  void field(int column, char[] text, int offset, int length) {
    if (column < cells.length && cells[column] != null) {
      cells[column].take(column, text, offset, length);
    }
  }

  /** Takes a number of a column that is read for nothing else; false if it is no such column. */
  boolean number(int column, float value) {
    final boolean known = column < numberOf.length && numberOf[column] >= 0;
    if (known) {
      row[numberOf[column]] = value;
    }
    return known;
  }

  private float missing(FeatureEncoding encoding, int number) {
    return switch (columns.missing()) {
      case ERROR -> Float.NaN;
      case ZERO -> 0;
      case MEAN -> encoding.means().get(number);
    };
  }

  private Cell parsed(int at, float missing) {
    return (column, text, offset, length) -> {
      if (!Numbers.missing(text, offset, length)) {
        row[at] = Numbers.parseFloat(table, column, text, offset, length);
      } else if (Float.isNaN(missing)) {
        throw table.error(InputError.INPUT_NOT_A_NUMBER, column, text, offset, length, NUMBER_RULE);
      } else {
        row[at] = missing;
      }
    };
  }

  private Cell categories(FeatureColumns.Listed list, int at, List<String> names) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      places.put(names.get(i), at + i);
    }
    return (column, text, offset, length) -> {
      Arrays.fill(row, at, at + names.size(), 0);
      list.each(
          text,
          offset,
          length,
          (from, size) -> {
            Integer place = places.get(new String(text, from, size));
            if (place != null) {
              row[place] = 1;
            }
          });
    };
  }

  /** Counts words, which are letters and digits side by side, small as large. */
  private Cell words(FeatureColumns.Listed list, int at) {
    return (column, text, offset, length) -> {
      Arrays.fill(row, at, at + list.width(), 0);
      int hash = FNV_BASIS;
      boolean word = false;
      for (int i = offset; i <= offset + length; i++) {
        if (i < offset + length && Character.isLetterOrDigit(text[i])) {
          hash = hashed(hash, Character.toLowerCase(text[i]));
          word = true;
        } else if (word) {
          row[at + Integer.remainderUnsigned(hash, list.width())]++;
          hash = FNV_BASIS;
          word = false;
        }
      }
    };
  }

  /** FNV-1a over the two bytes of a UTF-16 unit, the low one first. */
  private static int hashed(int hash, char unit) {
    final int low = (hash ^ unit & 0xFF) * FNV_PRIME;
    return (low ^ unit >>> 8) * FNV_PRIME;
  }

  private Cell indices(FeatureColumns.Listed list, int at) {
    return (column, text, offset, length) -> {
      Arrays.fill(row, at, at + list.width(), 0);
      list.each(
          text,
          offset,
          length,
          (from, size) -> {
            final int index = index(text, from, size);
            if (index < 0 || index >= list.width()) {
              throw table.error(
                  InputError.INPUT_INDEX_OUT_OF_RANGE,
                  column,
                  text,
                  from,
                  size,
                  "an index is a whole number from 0 to %d; see width and separator"
                      .formatted(list.width() - 1));
            }
            row[at + index] = 1;
          });
    };
  }

  /** A number of up to nine digits, or -1. */
  private static int index(char[] text, int offset, int length) {
    int value = 0;
    for (int i = offset; i < offset + length; i++) {
      final int digit = text[i] - '0';
      if (digit < 0 || digit > 9 || length > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value;
  }
}
