// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.InputError;
import io.graphember.schema.source.ReadMeter;
import io.graphember.spi.error.GraphemberException;

/**
 * A matrix in SciPy's compressed rows, in four arrays: {@code indptr} of rows + 1 values says where
 * each row begins in {@code indices}, the columns, and {@code data}, the values.
 *
 * @param rows number of rows
 * @param columns number of columns
 * @param entries number of entries
 * @param pointers first entry of each row
 * @param indices column of each entry
 * @param data value of each entry
 */
record SparseMatrix(
    long rows, long columns, long entries, ArrayFile pointers, ArrayFile indices, ArrayFile data) {

  /** Finds the parts of a matrix in an archive and checks that they fit together. */
  static SparseMatrix of(NpzArchive archive, String name) {
    ArrayFile shape = archive.array(name + "_shape");
    NpyHeader header = shape.header();
    ArrayRules.integers(shape, header);
    ArrayRules.vector(shape, header, 2, "dimensions");
    final long rows;
    final long columns;
    try (NpyValues values = shape.values(ReadMeter.silent())) {
      rows = values.nextLong();
      columns = values.nextLong();
    }
    if (rows < 0 || rows > Integer.MAX_VALUE || columns < 0 || columns > Integer.MAX_VALUE) {
      throw NpyHeader.unfit(shape.name(), "the matrix is " + rows + " x " + columns);
    }
    ArrayFile indices = archive.array(name + "_indices");
    ArrayRules.integers(indices, indices.header());
    ArrayRules.vector(indices, indices.header());
    final long entries = indices.header().shape()[0];
    ArrayFile pointers = archive.array(name + "_indptr");
    ArrayRules.integers(pointers, pointers.header());
    ArrayRules.vector(pointers, pointers.header(), rows + 1, "rows and an end");
    ArrayFile data = archive.array(name + "_data");
    ArrayRules.vector(data, data.header(), entries, "entries in " + name + "_indices");
    return new SparseMatrix(rows, columns, entries, pointers, indices, data);
  }

  /** Reads row after row. */
  Rows open(ReadMeter meter) {
    return new Rows(meter);
  }

  /** Where the reader of a matrix stands. */
  final class Rows implements AutoCloseable {
    private final NpyValues ends;
    private final NpyValues columnsOfEntries;
    private long row = -1;
    private long end;
    private long next;

    private Rows(ReadMeter meter) {
      ends = pointers.values(meter);
      columnsOfEntries = indices.values(meter);
      end = ends.nextLong();
      if (end != 0) {
        throw broken(0, end, "the first row must begin at 0");
      }
      if (rows == 0 && entries > 0) {
        throw broken(0, end, "the last row must end at " + entries);
      }
    }

    /** Goes to the next row; all entries of the one before were read. False after the last. */
    boolean nextRow() {
      if (row + 1 == rows) {
        return false;
      }
      row++;
      final long start = end;
      end = ends.nextLong();
      if (end < start || end > entries) {
        throw broken(row + 1, end, "it must be " + start + " to " + entries);
      }
      if (row + 1 == rows && end != entries) {
        throw broken(row + 1, end, "the last row must end at " + entries);
      }
      return true;
    }

    /** Number of the row. */
    long row() {
      return row;
    }

    /** Column of the next entry of the row, or -1 at its end. */
    long nextColumn() {
      if (next == end) {
        return -1;
      }
      final long column = columnsOfEntries.nextLong();
      next++;
      if (column < 0 || column >= columns) {
        throw new GraphemberException(
            InputError.INPUT_ARRAY_UNFIT,
            "%s: value %d is %d; columns are numbered 0 to %d."
                .formatted(columnsOfEntries.name(), next - 1, column, columns - 1));
      }
      return column;
    }

    private GraphemberException broken(long index, long value, String rule) {
      return new GraphemberException(
          InputError.INPUT_ARRAY_UNFIT,
          "%s: value %d is %d; %s.".formatted(pointers.name(), index, value, rule));
    }

    @Override
    public void close() {
      ends.close();
      columnsOfEntries.close();
    }
  }
}
