// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.ColumnFinder;
import io.graphember.formats.table.RowTable;
import io.graphember.formats.table.TableFile;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.Tables;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table of a cluster. What finds the columns leaves the rows to what reads them first; who reads
 * again asks again.
 */
final class QueriedTable implements TableFile {
  private final String name;
  private final Optional<String> cache;
  private final Supplier<Tables.Rows> ask;
  private final long expectedRows;
  private Tables.@Nullable Rows rows; // null once they are read

  /**
   * Asks for the rows.
   *
   * @param name of the table, for messages
   * @param ask for the rows, each time anew
   */
  QueriedTable(String name, Supplier<Tables.Rows> ask) {
    this.name = name;
    this.ask = ask;
    final Tables.Rows first = ask.get();
    expectedRows = first.expected();
    cache = first.cache();
    rows = first;
  }

  private Tables.Rows unread() {
    if (rows == null) {
      rows = ask.get();
    }
    return rows;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long bytes() {
    return 0; // not known
  }

  @Override
  public long expectedRows() {
    return expectedRows;
  }

  @Override
  public Optional<String> cache() {
    return cache;
  }

  @Override
  public ColumnFinder finder() {
    return ColumnFinder.ofAnyCase(name, unread().columns());
  }

  @Override
  public RowTable open(int[] columns, ReadMeter meter) {
    ClusterTable table = new ClusterTable(name, unread(), columns, meter);
    rows = null;
    return table;
  }

  @Override
  public void close() {
    if (rows != null) {
      rows.close();
    }
  }
}
