// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import io.graphember.schema.source.Tables;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.cache.Cache;
import org.apache.ignite.cache.query.QueryCursor;
import org.jspecify.annotations.Nullable;

/** The entries of a cache as rows. Used by one thread. */
final class EntryRows implements Tables.Rows {
  private final String cache;
  private final QueryCursor<Cache.Entry<Object, Object>> cursor;
  private final Iterator<Cache.Entry<Object, Object>> entries;
  private final EntryColumns columns;
  private final long expected;
  private final Consumer<Object> keys;
  private Cache.@Nullable Entry<Object, Object> ahead;
  private Cache.@Nullable Entry<Object, Object> entry;

  /**
   * Reads the first entry.
   *
   * @param cursor closed with this
   * @param columns given the first entry, null if there is none
   * @param expected how many entries there are, about; 0 if that is not known
   * @param keys takes the key of each entry as it is read
   */
  EntryRows(
      String cache,
      QueryCursor<Cache.Entry<Object, Object>> cursor,
      Function<Cache.@Nullable Entry<Object, Object>, EntryColumns> columns,
      long expected,
      Consumer<Object> keys) {
    this.cache = cache;
    this.cursor = cursor;
    this.expected = expected;
    this.keys = keys;
    entries = cursor.iterator();
    ahead = next(cache, entries);
    this.columns = columns.apply(ahead);
  }

  private static Cache.@Nullable Entry<Object, Object> next(
      String cache, Iterator<Cache.Entry<Object, Object>> entries) {
    return ClusterTables.next("The cache " + cache, entries);
  }

  @Override
  public List<String> columns() {
    return columns.names();
  }

  @Override
  public long expected() {
    return expected;
  }

  @Override
  public Optional<String> cache() {
    return Optional.of(cache);
  }

  @Override
  public boolean next() {
    entry = ahead == null ? next(cache, entries) : ahead;
    ahead = null;
    if (entry != null) {
      keys.accept(entry.getKey());
    }
    return entry != null;
  }

  @Override
  public @Nullable Object value(int column) {
    if (entry == null) {
      throw new IllegalStateException("there is no row");
    }
    return columns.of(entry, column);
  }

  @Override
  public void close() {
    cursor.close();
  }
}
