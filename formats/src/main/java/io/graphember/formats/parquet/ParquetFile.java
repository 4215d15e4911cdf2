// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.table.ColumnFinder;
import io.graphember.formats.table.RowTable;
import io.graphember.formats.table.TableFile;
import io.graphember.schema.InputError;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import org.apache.parquet.schema.Type;

/** A Parquet file, whose top-level fields are the columns. */
record ParquetFile(InputFile file) implements TableFile {
  /** Checks that the library is there. */
  ParquetFile {
    try {
      Class.forName(
          "org.apache.parquet.hadoop.ParquetFileReader", false, ParquetFile.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw absent(e);
    }
  }

  static GraphemberException absent(Throwable e) {
    return new GraphemberException(
        InputError.INPUT_FORMAT_ABSENT,
        "source.type: parquet needs the library parquet-floor, and all it brings, on the class path;"
            + " there is no "
            + String.valueOf(e.getMessage()).replace('/', '.')
            + ".",
        e);
  }

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
    try (ParquetBytes bytes = ParquetBytes.open(file)) {
      return bytes.rows();
    }
  }

  @Override
  public ColumnFinder finder() {
    try (ParquetBytes bytes = ParquetBytes.open(file)) {
      List<String> names = bytes.schema().getFields().stream().map(Type::getName).toList();
      return new ColumnFinder(file.name(), names, names.size());
    }
  }

  @Override
  public RowTable open(int[] columns, ReadMeter meter) {
    return new ParquetTable(file, columns, meter);
  }
}
