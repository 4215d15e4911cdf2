// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.table.ColumnFinder;
import io.graphember.formats.table.RowTable;
import io.graphember.formats.table.TableFile;
import io.graphember.schema.source.ReadMeter;
import java.util.List;

/**
 * A delimited file.
 *
 * @param file the file
 * @param dialect how it is written
 * @param header true if the first row holds the names of the columns
 */
record CsvFile(InputFile file, CsvDialect dialect, boolean header) implements TableFile {
  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long bytes() {
    return file.bytes();
  }

  @Override
  public long expectedRows() {
    return LineGuess.of(file);
  }

  @Override
  public ColumnFinder finder() {
    if (!header) {
      return finder(List.of(), CsvTable.columns(file, dialect));
    }
    try (CsvTable table = new CsvTable(file, dialect, true, ReadMeter.silent())) {
      return finder(table.names(), table.names().size());
    }
  }

  private ColumnFinder finder(List<String> names, int columns) {
    return ColumnFinder.ofText(
        file.name(), names, columns, () -> DelimiterGuess.remedy(file, dialect));
  }

  @Override
  public RowTable open(int[] columns, ReadMeter meter) {
    return new CsvTable(file, dialect, header, meter);
  }
}
