// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.ColumnFinder;
import io.graphember.formats.table.RowTable;
import io.graphember.formats.table.TableFile;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.Tables;
import java.util.function.Supplier;

/**
 * A table of a cluster. What finds the columns leaves the rows to what reads them first; who reads
 * again asks again.
 */
final class QueriedTable implements TableFile {
  private final String name;
  private final Supplier<Tables.Rows> ask;
  private Tables.Rows rows; // null once they are read

  /**
   * Asks for the rows.
   *
   * @param section what the table is of, for messages
   * @param query SQL; null to read the cache
   * @param cache name of a cache; null to run the query
   */
  QueriedTable(Tables tables, String section, String query, String cache) {
    name = query == null ? "cache " + cache : "query of " + section;
    ask = query == null ? () -> tables.cache(cache) : () -> tables.query(query);
    rows = ask.get();
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
    return 0;
  }

  @Override
  public ColumnFinder finder() {
    return ColumnFinder.ofAnyCase(name, rows.columns());
  }

  @Override
  public RowTable open(int[] columns, ReadMeter meter) {
    ClusterTable table = new ClusterTable(name, rows == null ? ask.get() : rows, columns, meter);
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
