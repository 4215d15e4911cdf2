// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.file.InputFolder;
import io.graphember.formats.table.ColumnFinder;
import io.graphember.schema.InputError;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a delimited file looks, for who writes settings for it: by its first {@value #MOST_ROWS}
 * rows. Immutable.
 *
 * @param file how messages call it
 * @param delimiter as settings write it; empty where the file's name says it
 * @param header true if the first row holds the names of the columns
 * @param columns the columns in their order
 * @param rows rows that were looked at
 */
public record CsvPreview(
    String file,
    Optional<String> delimiter,
    boolean header,
    List<ColumnPreview> columns,
    int rows) {
  /** Most rows that are looked at. */
  public static final int MOST_ROWS = 20_000;

  /**
   * Looks at a file.
   *
   * @param file path below the folder
   * @throws io.graphember.spi.error.GraphemberException if it is missing or cannot be read
   */
  public static CsvPreview of(InputFolder folder, String file) {
    final InputFile found = folder.file(file);
    final CsvDialect named = CsvDialect.of(file, null, null, Encoding.UTF_8);
    final Optional<String> delimiter = DelimiterGuess.other(found, named);
    final CsvDialect dialect = CsvDialect.of(file, delimiter.orElse(null), null, Encoding.UTF_8);
    final boolean header = hasHeader(found, dialect);
    try (CsvTable table = new CsvTable(found, dialect, header, ReadMeter.silent())) {
      final List<ColumnCollector> columns = new ArrayList<>();
      int rows = 0;
      while (rows < MOST_ROWS
          && table.next(
              (column, text, offset, length) -> add(columns, column, text, offset, length))) {
        rows++;
      }
      return new CsvPreview(
          found.name(), delimiter, header, previews(columns, table.names()), rows);
    }
  }

  /**
   * A column by its name or its number from 1.
   *
   * @throws GraphemberException with code {@link InputError#INPUT_COLUMN_MISSING}
   */
  public ColumnPreview column(String reference) {
    final List<String> names = columns.stream().map(ColumnPreview::name).toList();
    return columns.get(
        new ColumnFinder(file, header ? names : List.of(), columns.size()).find(reference));
  }

  /**
   * Refuses a table with fewer columns than it takes.
   *
   * @throws GraphemberException with code {@link InputError#INPUT_COLUMN_MISSING}
   */
  public void requireColumns(int least) {
    for (int number = columns.size() + 1; number <= least; number++) {
      column(Integer.toString(number));
    }
  }

  private static void add(
      List<ColumnCollector> columns, int column, char[] text, int offset, int length) {
    while (columns.size() <= column) {
      columns.add(new ColumnCollector());
    }
    columns.get(column).add(new String(text, offset, length));
  }

  private static List<ColumnPreview> previews(List<ColumnCollector> columns, List<String> names) {
    final List<ColumnPreview> previews = new ArrayList<>();
    final int width = Math.max(columns.size(), names.size());
    for (int i = 0; i < width; i++) {
      final String name = i < names.size() ? names.get(i) : Integer.toString(i + 1);
      previews.add((i < columns.size() ? columns.get(i) : new ColumnCollector()).preview(name));
    }
    return List.copyOf(previews);
  }

  /** Names are texts, each another one; a row of data most often has a number. */
  private static boolean hasHeader(InputFile file, CsvDialect dialect) {
    try (CsvTable table = new CsvTable(file, dialect, false, ReadMeter.silent())) {
      final List<String> first = new ArrayList<>();
      table.next((column, text, offset, length) -> first.add(new String(text, offset, length)));
      return first.stream().noneMatch(field -> field.isBlank() || ColumnCollector.isNumber(field))
          && first.stream().distinct().count() == first.size();
    }
  }
}
