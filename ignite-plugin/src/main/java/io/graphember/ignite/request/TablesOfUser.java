// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.ignite.security.Permissions;
import io.graphember.schema.source.Tables;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tables that are read with a user's rights: what he may not read is refused. Used by one thread.
 */
final class TablesOfUser implements Tables {
  private final Tables tables;
  private final Permissions permissions;
  private final Optional<UUID> subject;

  /**
   * Tables in a user's name.
   *
   * @param tables read in the name of whoever the calling thread works for
   * @param subject the user
   */
  TablesOfUser(Tables tables, Permissions permissions, Optional<UUID> subject) {
    this.tables = tables;
    this.permissions = permissions;
    this.subject = subject;
  }

  @Override
  public Rows query(String sql) {
    return new UserRows(asUser(() -> tables.query(sql)));
  }

  @Override
  public Rows cache(String name) {
    return new UserRows(asUser(() -> tables.cache(name)));
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
