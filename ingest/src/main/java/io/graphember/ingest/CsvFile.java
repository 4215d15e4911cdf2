// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

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
    return ColumnFinder.of(file, dialect, header);
  }

  @Override
  public RowTable open(int[] columns, ReadMeter meter) {
    return new CsvTable(file, dialect, header, meter);
  }
}
