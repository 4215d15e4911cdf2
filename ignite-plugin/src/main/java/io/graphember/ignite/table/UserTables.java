// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.ignite.security.Permissions;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tables that are read with a user's rights: what he may not read is refused before anybody reads
 * it. Used by one thread.
 */
final class UserTables implements Tables {
  private final Tables tables;
  private final Permissions permissions;
  private final Optional<UUID> subject;
  private final NodewiseGraph.Readers readers;
  private final List<TableColumns> seen = new ArrayList<>();

  /**
   * Tables in a user's name.
   *
   * @param tables read in the name of whoever the calling thread works for
   * @param subject the user
   * @param readers read caches that the user may read
   */
  UserTables(
      Tables tables,
      Permissions permissions,
      Optional<UUID> subject,
      NodewiseGraph.Readers readers) {
    this.tables = tables;
    this.permissions = permissions;
    this.subject = subject;
    this.readers = readers;
  }

  @Override
  public Rows query(String sql) {
    return seen(TableKind.QUERY, sql, asUser(() -> tables.query(sql)));
  }

  @Override
  public Rows cache(String name) {
    return seen(TableKind.CACHE, name, asUser(() -> tables.cache(name)));
  }

  @Override
  public Rows table(String name) {
    return seen(TableKind.TABLE, name, asUser(() -> tables.table(name)));
  }

  private Rows seen(TableKind kind, String of, Rows rows) {
    if (seen.stream().noneMatch(table -> table.kind() == kind && table.of().equals(of))) {
      seen.add(new TableColumns(kind, of, rows.cache().orElse(""), rows.columns()));
    }
    return new UserRows(rows);
  }

  @Override
  public ImportedGraph spread(SourceSettings settings, ImportedGraph graph) {
    return graph.splits().stream().anyMatch(split -> split.cache().isPresent())
        ? new NodewiseGraph(graph, settings, List.copyOf(seen), readers)
        : graph;
  }

  private <T> T asUser(Supplier<T> work) {
    return permissions.as(subject, work);
  }

  /** Pages are asked for while rows are read. */
  private final class UserRows implements Rows {
    private final Rows rows;

    UserRows(Rows rows) {
      this.rows = rows;
    }

    @Override
    public List<String> columns() {
      return rows.columns();
    }

    @Override
    public long expected() {
      return rows.expected();
    }

    @Override
    public Optional<String> cache() {
      return rows.cache();
    }

    @Override
    public boolean next() {
      return asUser(rows::next);
    }

    @Override
    public @Nullable Object value(int column) {
      return rows.value(column);
    }

    @Override
    public void close() {
      asUser(
          () -> {
            rows.close();
            return true;
          });
    }
  }
}
