// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import io.graphember.config.NearestName;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import javax.cache.Cache;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cache.query.FieldsQueryCursor;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.cache.query.SqlFieldsQuery;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.CacheConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The tables and caches of the cluster, read through a client's own connection or from a node: a
 * query may do what the user may for whom it is asked, and no more. A page of rows is in memory at
 * a time.
 */
public final class ClusterTables implements Tables {
  private static final int PAGE_ROWS = 4096;

  private final Function<SqlFieldsQuery, FieldsQueryCursor<List<?>>> queries;
  private final Supplier<Collection<String>> names;
  private final Function<String, QueryCursor<Cache.Entry<Object, Object>>> scans;
  private final ToLongFunction<String> sizes;
  private final Function<String, List<SqlTable>> described;
  private final Sample sample;

  /** An entry that shows which columns those of a cache have. */
  @FunctionalInterface
  private interface Sample {
    /** The first one. */
    Sample FIRST = (cache, first) -> first;

    Cache.@Nullable Entry<Object, Object> of(
        String cache, Cache.@Nullable Entry<Object, Object> first);
  }

  private ClusterTables(
      Function<SqlFieldsQuery, FieldsQueryCursor<List<?>>> queries,
      Supplier<Collection<String>> names,
      Function<String, QueryCursor<Cache.Entry<Object, Object>>> scans,
      ToLongFunction<String> sizes,
      Function<String, List<SqlTable>> described,
      Sample sample) {
    this.queries = queries;
    this.names = names;
    this.scans = scans;
    this.sizes = sizes;
    this.described = described;
    this.sample = sample;
  }

  /** What the connection of a client sees. */
  public static ClusterTables of(IgniteClient client) {
    return new ClusterTables(
        client::query,
        client::cacheNames,
        cache -> client.<Object, Object>cache(cache).withKeepBinary().query(entries()),
        cache -> client.cache(cache).size(CachePeekMode.PRIMARY),
        cache -> SqlTable.of(cache, client.cache(cache).getConfiguration()),
        Sample.FIRST);
  }

  /**
   * What a node sees, in the name of whoever the calling thread works for.
   *
   * @param anyCache a cache that is always there: a node asks its queries of one
   */
  public static ClusterTables of(Ignite ignite, String anyCache) {
    return new ClusterTables(
        query -> ignite.cache(anyCache).query(query.setSchema("PUBLIC")), // as of a client
        ignite::cacheNames,
        cache -> inOrder(ignite, cache),
        cache -> ignite.cache(cache).sizeLong(CachePeekMode.PRIMARY),
        cache -> tables(ignite, cache),
        Sample.FIRST);
  }

  /**
   * The tables of a node with some entries alone; there are no queries.
   *
   * @param entries of each cache, with binary objects; of one that is not named there are none
   */
  public static Tables of(Ignite ignite, Map<String, List<Cache.Entry<Object, Object>>> entries) {
    return new ClusterTables(
        query -> {
          throw new IllegalStateException("entries are no query");
        },
        ignite::cacheNames,
        cache -> new Listed<>(entries.getOrDefault(cache, List.of())),
        cache -> entries.getOrDefault(cache, List.of()).size(),
        cache -> tables(ignite, cache),
        (cache, first) -> firstOf(ignite, cache));
  }

  private static Cache.@Nullable Entry<Object, Object> firstOf(Ignite ignite, String cache) {
    try (QueryCursor<Cache.Entry<Object, Object>> all = inOrder(ignite, cache)) {
      return next("The cache " + cache, all.iterator());
    }
  }

  /**
   * The entries of a partition of a cache, in an order that is the same on every node that has
   * them.
   *
   * @param columns names of the columns, in the order of their numbers
   * @param keys takes the key of each entry as it is read
   */
  public static Rows partition(
      Ignite ignite, String cache, List<String> columns, int partition, Consumer<Object> keys) {
    try {
      return new EntryRows(
          cache,
          scan(ignite, cache, partition),
          first -> known(tables(ignite, cache), columns),
          0,
          keys);
    } catch (RuntimeException e) {
      throw failed("The cache " + cache, e);
    }
  }

  @SuppressWarnings("unchecked") // Ignite takes a class without its types
  private static List<SqlTable> tables(Ignite ignite, String cache) {
    final CacheConfiguration<Object, Object> configuration =
        ignite.<Object, Object>cache(cache).getConfiguration(CacheConfiguration.class);
    return SqlTable.of(cache, configuration);
  }

  private static EntryColumns known(List<SqlTable> tables, List<String> names) {
    return tables.size() == 1
        ? tables.get(0).columns(names)
        : new EntryColumns(names, EntryColumns.KEY, EntryColumns.VALUE);
  }

  /** One partition after the other: so the order is the same however many nodes there are. */
  private static QueryCursor<Cache.Entry<Object, Object>> inOrder(Ignite ignite, String cache) {
    return new InOrder<>(
        ignite.affinity(cache).partitions(), partition -> scan(ignite, cache, partition));
  }

  private static QueryCursor<Cache.Entry<Object, Object>> scan(
      Ignite ignite, String cache, int partition) {
    return ignite
        .<Object, Object>cache(cache)
        .withKeepBinary()
        .query(entries().setPartition(partition));
  }

  private static ScanQuery<Object, Object> entries() {
    final ScanQuery<Object, Object> query = new ScanQuery<>();
    query.setPageSize(PAGE_ROWS);
    return query;
  }

  /** True of what Ignite throws, at a client or at a node. */
  private static boolean ofIgnite(RuntimeException e) {
    return e instanceof ClientException
        || e instanceof CacheException
        || e instanceof IgniteException;
  }

  @Override
  public Rows query(String sql) {
    try {
      return new QueryRows(sql, queries.apply(new SqlFieldsQuery(sql).setPageSize(PAGE_ROWS)));
    } catch (RuntimeException e) {
      throw failed("The query " + shown(sql), e);
    }
  }

  @Override
  public Rows cache(String name) {
    try {
      Collection<String> caches = names.get();
      if (!caches.contains(name)) {
        throw new GraphemberException(
            TableError.QUERY_FAILED,
            "The cache %s does not exist; %s.".formatted(name, meant(name, caches)));
      }
      return new EntryRows(
          name,
          scans.apply(name),
          first -> EntryColumns.of(sample.of(name, first)),
          sizes.applyAsLong(name),
          key -> {});
    } catch (RuntimeException e) {
      throw failed("The cache " + name, e);
    }
  }

  @Override
  public Rows table(String name) {
    try {
      final SqlTable table = SqlTable.find(name, names.get(), described);
      return new EntryRows(
          table.cache(),
          scans.apply(table.cache()),
          first -> table.columns(sample.of(table.cache(), first)),
          sizes.applyAsLong(table.cache()),
          key -> {});
    } catch (RuntimeException e) {
      throw failed("The table " + name, e);
    }
  }

  /** What may have been meant: Ignite keeps the table T of CREATE TABLE in SQL_PUBLIC_T. */
  private static String meant(String name, Collection<String> caches) {
    String ofTable = "_" + name.replace('.', '_').toUpperCase(Locale.ROOT);
    return caches.stream()
        .filter(cache -> cache.startsWith("SQL_") && cache.endsWith(ofTable))
        .sorted()
        .findFirst()
        .map(
            cache ->
                "of an SQL table say table: %s, or the name of its cache, %s"
                    .formatted(name, cache))
        .orElseGet(
            () ->
                NearestName.of(name, caches)
                    .map("the nearest name is %s"::formatted)
                    .orElse("of an SQL table say table: " + name));
  }

  private static String shown(String sql) {
    final int most = 60;
    String line = sql.strip().replaceAll("\\s+", " ");
    return "'" + (line.length() > most ? line.substring(0, most) + "..." : line) + "'";
  }

  /** What Ignite has refused; anything else as it is. */
  private static RuntimeException failed(String what, RuntimeException e) {
    if (!ofIgnite(e)) {
      return e;
    }
    String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    if (reason.contains("no query engine is configured")) {
      reason = "the node has no query engine, put Ignite's module ignite-calcite into its libs/";
    }
    return new GraphemberException(
        TableError.QUERY_FAILED,
        "%s failed: %s.".formatted(what, reason.replaceAll("[.\\s]+$", "")),
        e);
  }

  /** The next row, or null; whatever goes wrong with the connection is told with the table. */
  static <T> @Nullable T next(String what, Iterator<T> rows) {
    try {
      return rows.hasNext() ? rows.next() : null;
    } catch (RuntimeException e) {
      throw failed(what, e);
    }
  }

  private static final class QueryRows implements Rows {
    private final String sql;
    private final FieldsQueryCursor<List<?>> cursor;
    private final Iterator<List<?>> rows;
    private final List<String> columns = new ArrayList<>();
    private List<?> row = List.of(); // before the first

    QueryRows(String sql, FieldsQueryCursor<List<?>> cursor) {
      this.sql = sql;
      this.cursor = cursor;
      rows = cursor.iterator();
      rows.hasNext(); // names come with the first page
      for (int c = 0; c < cursor.getColumnsCount(); c++) {
        columns.add(cursor.getFieldName(c));
      }
    }

    @Override
    public List<String> columns() {
      return columns;
    }

    @Override
    public boolean next() {
      List<?> next = ClusterTables.next("The query " + shown(sql), rows);
      if (next != null) {
        row = next;
      }
      return next != null;
    }

    @Override
    public @Nullable Object value(int column) {
      return row.get(column);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}
