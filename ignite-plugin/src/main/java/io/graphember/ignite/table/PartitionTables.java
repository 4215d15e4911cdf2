// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.schema.source.Tables;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a source that another node has opened: they look as it has seen them, and of a
 * cache one partition is there at a time. What is not read is not asked for. Used by one thread.
 */
final class PartitionTables implements Tables {
  private final List<TableColumns> columns;
  private final Scans scans;
  private final Consumer<Object> keys;
  private int partition;

  /** Asks for the entries of a partition. */
  @FunctionalInterface
  interface Scans {
    /**
     * Asks.
     *
     * @param columns names of the columns, in the order of their numbers
     * @param keys takes the key of each entry as it is read
     */
    Rows open(String cache, List<String> columns, int partition, Consumer<Object> keys);
  }

  PartitionTables(List<TableColumns> columns, Scans scans, Consumer<Object> keys) {
    this.columns = columns;
    this.scans = scans;
    this.keys = keys;
  }

  /** Goes to a partition: tables that are asked for from now on have its entries. */
  void at(int number) {
    partition = number;
  }

  private TableColumns seen(TableKind kind, String of) {
    return columns.stream()
        .filter(table -> table.kind() == kind && table.of().equals(of))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nobody has looked at " + of));
  }

  @Override
  public Rows query(String sql) {
    return new Seen(seen(TableKind.QUERY, sql).names());
  }

  @Override
  public Rows cache(String name) {
    return entries(seen(TableKind.CACHE, name));
  }

  @Override
  public Rows table(String name) {
    return entries(seen(TableKind.TABLE, name));
  }

  private Rows entries(TableColumns of) {
    return new Entries(of.cache(), of.names());
  }

  /** The rows of a query, which nobody reads here. */
  private static class Seen implements Rows {
    final List<String> names;

    Seen(List<String> names) {
      this.names = names;
    }

    @Override
    public List<String> columns() {
      return names;
    }

    @Override
    public boolean next() {
      throw new IllegalStateException("the rows of a query are read by the node that asks");
    }

    @Override
    public @Nullable Object value(int column) {
      throw new IllegalStateException("there is no row");
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** The entries of the partition that is there when the first is read. */
  private final class Entries extends Seen {
    private final String cache;
    private @Nullable Rows rows; // null before the first

    Entries(String cache, List<String> names) {
      super(names);
      this.cache = cache;
    }

    private Rows rows() {
      if (rows == null) {
        rows = scans.open(cache, names, partition, keys);
      }
      return rows;
    }

    @Override
    public Optional<String> cache() {
      return Optional.of(cache);
    }

    @Override
    public String part() {
      return ", partition " + partition;
    }

    @Override
    public boolean next() {
      return rows().next();
    }

    @Override
    public @Nullable Object value(int column) {
      return rows().value(column);
    }

    @Override
    public void close() {
      if (rows != null) {
        rows.close();
      }
    }
  }
}
