// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.parquet;

import io.graphember.formats.file.InputFile;
import io.graphember.formats.table.RowTable;
import io.graphember.schema.InputError;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The rows of a Parquet file, one row group in memory at a time, and of it the columns that are
 * needed. Values become text, unless they are wanted as numbers, so that what is read out of them
 * is what a csv file would give; a null is an empty field. Messages count rows from 1.
 */
final class ParquetTable implements RowTable {
  private static final int METERED_ROWS = 1 << 16;

  private final InputFile file;
  private final ReadMeter meter;
  private final ParquetBytes bytes;
  private final List<String> names;
  private final int[] columns; // ascending
  private final MessageType projection;
  private final ColumnReader[] readers;
  private final int[] definedAt; // definition level of a value that is there
  private final ParquetText[] texts;
  private int group;
  private long row;
  private long rowsLeft;

  /**
   * Opens a file.
   *
   * @param columns columns whose fields are handed over
   */
  ParquetTable(InputFile file, int[] columns, ReadMeter meter) {
    this.file = file;
    this.meter = meter;
    this.columns = Arrays.stream(columns).filter(c -> c >= 0).sorted().distinct().toArray();
    readers = new ColumnReader[this.columns.length];
    definedAt = new int[this.columns.length];
    texts = new ParquetText[this.columns.length];
    bytes = ParquetBytes.open(file);
    try {
      names = bytes.schema().getFields().stream().map(Type::getName).toList();
      for (int i = 0; i < this.columns.length; i++) {
        texts[i] = text(this.columns[i]);
      }
      projection = bytes.project(this.columns);
    } catch (GraphemberException e) {
      bytes.close();
      throw e;
    }
  }

  private ParquetText text(int column) {
    Type type = bytes.schema().getType(column);
    Type value = value(type);
    return (value.isPrimitive()
            ? ParquetText.of(value.asPrimitiveType())
            : Optional.<ParquetText>empty())
        .orElseThrow(
            () ->
                new GraphemberException(
                    InputError.INPUT_COLUMN_UNFIT,
                    "%s: column %d (%s) is %s; columns may be numbers, truth values, text, UUIDs, dates, times and lists of these."
                        .formatted(
                            file.name(),
                            column + 1,
                            type.getName(),
                            type.isPrimitive() ? type.toString() : "nested")));
  }

  /** Of a list the type of its values, else the type itself. */
  private static Type value(Type type) {
    Type inner = type;
    for (int depth = 0; depth < 2 && !inner.isPrimitive(); depth++) {
      if (inner.asGroupType().getFieldCount() != 1
          || depth == 1 && !inner.isRepetition(Type.Repetition.REPEATED)) {
        return type;
      }
      inner = inner.asGroupType().getType(0);
    }
    return inner;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public boolean next(Row into) {
    while (rowsLeft == 0) {
      if (!ParquetBytes.guarded(file, this::nextGroup)) {
        return false;
      }
    }
    if (row % METERED_ROWS == 0) {
      meter.advance(file.name(), 0);
    }
    row++;
    rowsLeft--;
    for (int i = 0; i < columns.length; i++) {
      ColumnReader reader = readers[i];
      ParquetText text = texts[i];
      final int at = i;
      if (ParquetBytes.guarded(file, () -> text.number(reader, definedAt[at], columns[at], into))) {
        continue;
      }
      final int length = ParquetBytes.guarded(file, () -> text.readRow(reader, definedAt[at]));
      if (length == ParquetText.NOT_UTF8) {
        throw error(
            InputError.INPUT_NOT_UTF8,
            "column "
                + (columns[i] + 1)
                + " is not UTF-8; write the file again with its text in UTF-8");
      }
      into.field(columns[i], text.chars(), 0, length);
    }
    return true;
  }

  private boolean nextGroup() throws IOException {
    if (group > 0) {
      meter.advance(file.name(), bytes.groupBytes().get(group - 1));
    }
    PageReadStore pages = bytes.nextGroup();
    if (pages == null) {
      return false;
    }
    group++;
    rowsLeft = pages.getRowCount();
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(
            pages,
            new DummyRecordConverter(projection).getRootConverter(),
            projection,
            bytes.createdBy());
    for (int i = 0; i < columns.length; i++) {
      var descriptor = projection.getColumns().get(i);
      readers[i] = store.getColumnReader(descriptor);
      definedAt[i] = descriptor.getMaxDefinitionLevel();
    }
    return true;
  }

  @Override
  public GraphemberException error(ErrorCode code, String rule) {
    return new GraphemberException(code, file.name() + ":" + row + ": " + rule + ".");
  }

  @Override
  public void close() {
    bytes.close();
  }
}
