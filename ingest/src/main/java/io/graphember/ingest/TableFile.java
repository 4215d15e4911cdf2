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

  /**
   * Opens a table of edges between integer keys, and reads those in front that can be read without
   * looking at fields one by one.
   *
   * @param sink takes the edges that were read
   * @return the rows that are left, or null if there are none
   */
  default RowTable openAfterPlain(EdgeColumns columns, PlainEdges.Sink sink, ReadMeter meter) {
    return open(columns.all(), meter);
  }
}
