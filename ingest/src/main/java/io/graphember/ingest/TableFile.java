// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** A file that holds a table, and how it is written. Immutable. */
interface TableFile {
  /** The file. */
  InputFile file();

  /** Finds columns; reads as much of the file as that takes. */
  ColumnFinder finder();

  /**
   * Opens the table before its first row.
   *
   * @param columns columns that are needed, -1 for none; fields of others may come or not
   */
  RowTable open(int[] columns, ReadMeter meter);
}
