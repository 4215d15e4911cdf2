// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.FeatureColumns;
import io.graphember.formats.table.Moments;
import io.graphember.formats.table.RowTable;
import io.graphember.schema.InputError;
import io.graphember.schema.Surrogates;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a {@link Tables table} of a cluster. Values become text, unless they are wanted as
 * numbers, so that what is read out of them is what a csv file would give: a null is an empty
 * field, a moment a date or a time, a list its parts with {@link FeatureColumns#LIST} between them.
 * Messages count rows from 1.
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
        final Object value = rows.value(column);
        if (!taken(column, value, into)) {
          final int length = value == null ? 0 : text(column, value);
          into.field(column, chars, 0, length);
        }
      }
    }
    return true;
  }

  /** True if a value was wanted as the number that it is. */
  private static boolean taken(int column, @Nullable Object value, Row into) {
    if (value instanceof Long || value instanceof Integer) {
      return into.number(column, ((Number) value).longValue());
    }
    if (value instanceof Float || value instanceof Double) {
      final float number = ((Number) value).floatValue();
      return Float.isFinite(number) && into.number(column, number);
    }
    return false;
  }

  /** Makes a value text; its length. */
  private int text(int column, Object value) {
    String text = list(value).map(list -> joined(list, column)).orElse(null);
    if (text == null) {
      text = text(value, column);
    }
    if (!Surrogates.paired(text)) {
      throw error(
          InputError.INPUT_NOT_UTF8,
          "column %d (%s) holds half a surrogate pair".formatted(column + 1, names.get(column)));
    }
    if (text.length() > chars.length) {
      chars = new char[2 * text.length()];
    }
    text.getChars(0, text.length(), chars, 0);
    return text.length();
  }

  private String text(Object value, int column) {
    if (value instanceof String
        || value instanceof Number
        || value instanceof UUID
        || value instanceof Boolean
        || value instanceof Character) {
      return value.toString();
    }
    return Moments.text(value)
        .orElseThrow(
            () ->
                error(
                    InputError.INPUT_COLUMN_UNFIT,
                    ("column %d (%s) holds %s; columns may be numbers, truth values, text, UUIDs,"
                            + " moments and lists of these")
                        .formatted(
                            column + 1, names.get(column), value.getClass().getSimpleName())));
  }

  private String joined(List<?> values, int column) {
    return values.stream()
        .filter(Objects::nonNull)
        .map(value -> text(value, column))
        .collect(Collectors.joining(String.valueOf(FeatureColumns.LIST)));
  }

  /** The parts of an array or a collection; empty for other values. */
  private static Optional<List<?>> list(Object value) {
    if (value instanceof Collection<?> many) {
      return Optional.of(new ArrayList<>(many));
    }
    if (!value.getClass().isArray() || value instanceof byte[]) {
      return Optional.empty();
    }
    List<Object> parts = new ArrayList<>();
    for (int i = 0; i < Array.getLength(value); i++) {
      parts.add(Array.get(value, i));
    }
    return Optional.of(parts);
  }

  @Override
  public GraphemberException error(ErrorCode code, String rule) {
    return new GraphemberException(code, name + rows.part() + ":" + row + ": " + rule + ".");
  }

  @Override
  public void close() {
    rows.close();
  }
}
