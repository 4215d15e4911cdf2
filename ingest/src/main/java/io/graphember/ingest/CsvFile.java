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

  /**
   * Reads edges between integer keys as long as the lines are plain, see {@link PlainEdges}.
   *
   * @return the rows that are left, or null for none
   */
  @Override
  public RowTable openAfterPlain(EdgeColumns columns, PlainEdges.Sink sink, ReadMeter meter) {
    if (!PlainEdges.reads(dialect)) {
      return open(columns.all(), meter);
    }
    TextBytes bytes = new TextBytes(file, meter);
    try {
      PlainEdges plain = new PlainEdges(bytes, dialect, columns.source(), columns.destination());
      final boolean started = !header || plain.header();
      if (started && plain.stream(sink)) {
        bytes.close();
        return null;
      }
      return started
          ? new CsvTable(dialect, plain.columns(), plain.names(), bytes)
          : new CsvTable(dialect, bytes);
    } catch (RuntimeException e) {
      bytes.close();
      throw e;
    }
  }
}
