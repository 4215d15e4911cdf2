// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.json;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.table.ColumnFinder;
import io.graphember.formats.table.RowTable;
import io.graphember.formats.table.TableFile;
import io.graphember.schema.source.ReadMeter;
import java.util.List;

/**
 * A file of JSON objects, whose fields are the columns: those of the first {@value #LOOKED_AT}
 * objects, in the order in which they come first.
 */
record JsonFile(InputFile file, JsonSettings.Form form) implements TableFile {
  private static final int LOOKED_AT = 10_000;

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
    return 0; // objects may stand on several lines
  }

  @Override
  public ColumnFinder finder() {
    List<String> names = names();
    return new ColumnFinder(file.name(), names, names.size());
  }

  private List<String> names() {
    try (JsonTable table = JsonTable.looking(file, form)) {
      for (int row = 0; row < LOOKED_AT && table.next(RowTable.Row.IGNORED); row++) {}
      return table.names();
    }
  }

  @Override
  public RowTable open(int[] columns, ReadMeter meter) {
    return new JsonTable(file, form, names(), columns, meter);
  }
}
