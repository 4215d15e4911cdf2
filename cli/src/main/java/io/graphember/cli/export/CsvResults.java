// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Results as comma-separated UTF-8 text (RFC 4180, lines end with a line feed), the names of the
 * columns first. Numbers have the fewest digits that give the same float again.
 */
final class CsvResults implements ExportWriter {
  private final CsvWriter out;
  private final boolean paired;
  private final boolean classified;
  private final String[] fields;

  CsvResults(ResultColumns columns, Path file) throws IOException {
    out = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file);
    paired = columns.kind().paired();
    classified = columns.kind().classified();
    fields = columns.names().toArray(String[]::new);
    out.writeRecord(fields);
  }

  @Override
  public void write(ResultRow row) {
    int field = 0;
    fields[field++] = row.key().toString();
    if (paired) {
      fields[field++] = row.other().toString();
    }
    for (String text : row.texts()) {
      fields[field++] = text;
    }
    if (classified) {
      fields[field++] = row.label();
      fields[field++] = Integer.toString(row.classIndex());
    }
    for (float number : row.numbers()) {
      fields[field++] = Float.toString(number);
    }
    out.writeRecord(fields);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
