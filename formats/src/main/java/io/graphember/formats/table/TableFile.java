// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.source.ReadMeter;
import java.util.Optional;

/** Something that holds a table, most often a file, and how it is written. */
public interface TableFile extends AutoCloseable {
  /** How messages call it. */
  String name();

  /** Bytes that reading it will report, 0 if that is not known. */
  long bytes();

  /** Rows, guessed from some of them and the length of a file; 0 if that is not known. */
  long expectedRows();

  /** The cache of a cluster whose entries are its rows; empty if it is none. */
  default Optional<String> cache() {
    return Optional.empty();
  }

  /** Finds columns; reads as much of the file as that takes. */
  ColumnFinder finder();

  /**
   * Opens the table before its first row.
   *
   * @param columns columns that are needed, -1 for none; fields of others may come or not
   */
  RowTable open(int[] columns, ReadMeter meter);

  /** Lets go of what was opened and not read. */
  @Override
  default void close() {
    // A file is open while it is read only.
  }
}
