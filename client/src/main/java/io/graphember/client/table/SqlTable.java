// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import io.graphember.config.NearestName;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javax.cache.Cache;
import org.apache.ignite.cache.QueryEntity;
import org.apache.ignite.client.ClientCacheConfiguration;
import org.apache.ignite.configuration.CacheConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * An SQL table, whose rows are the entries of a cache.
 *
 * @param schema its schema
 * @param name its name
 * @param cache the cache
 * @param fields names of its columns, in order
 * @param key column of the whole key
 * @param value column of the whole value
 */
record SqlTable(
    String schema, String name, String cache, List<String> fields, String key, String value) {
  private static final String PUBLIC = "PUBLIC";

  /** Graphember's own caches come and go, and have no tables of users. */
  private static final String OURS = "graphember.";

  /** The tables of a cache, as a client sees them. */
  static List<SqlTable> of(String cache, ClientCacheConfiguration configuration) {
    final QueryEntity[] entities = configuration.getQueryEntities();
    return of(
        cache,
        configuration.getSqlSchema(),
        entities == null ? List.of() : Arrays.asList(entities));
  }

  /** The tables of a cache, as a node sees them. */
  static List<SqlTable> of(String cache, CacheConfiguration<?, ?> configuration) {
    return of(cache, configuration.getSqlSchema(), configuration.getQueryEntities());
  }

  private static List<SqlTable> of(
      String cache, @Nullable String schema, Collection<QueryEntity> entities) {
    return entities.stream()
        .map(
            entity ->
                new SqlTable(
                    schema == null ? cache : schema.replace("\"", ""), // CREATE TABLE quotes it
                    entity.getTableName() == null ? entity.getValueType() : entity.getTableName(),
                    cache,
                    List.copyOf(entity.getFields().keySet()),
                    Optional.ofNullable(entity.getKeyFieldName()).orElse(EntryColumns.KEY),
                    Optional.ofNullable(entity.getValueFieldName()).orElse(EntryColumns.VALUE)))
        .toList();
  }

  /**
   * Finds a table by its name.
   *
   * @param wanted in any case, perhaps behind its schema and a point
   * @param caches names of all caches
   * @param of the tables of a cache
   * @throws GraphemberException with code {@link TableError#QUERY_FAILED} if there is none, or
   *     several, or its cache has others too
   */
  static SqlTable find(
      String wanted, Collection<String> caches, Function<String, List<SqlTable>> of) {
    final String plain = wanted.replace("\"", "").strip();
    final int point = plain.lastIndexOf('.');
    final String name = plain.substring(point + 1);
    final Optional<String> schema =
        point < 0 ? Optional.empty() : Optional.of(plain.substring(0, point));
    // Of CREATE TABLE: so that not every cache is asked for.
    final String usual =
        "SQL_%s_%s".formatted(schema.orElse(PUBLIC), name).toUpperCase(Locale.ROOT);
    final List<SqlTable> all = new ArrayList<>();
    final List<String> asked =
        caches.contains(usual)
            ? List.of(usual)
            : caches.stream().filter(cache -> !cache.startsWith(OURS)).toList();
    asked.forEach(cache -> all.addAll(of.apply(cache)));
    final List<SqlTable> found =
        all.stream()
            .filter(table -> table.name.equalsIgnoreCase(name))
            .filter(table -> schema.isEmpty() || table.schema.equalsIgnoreCase(schema.get()))
            .toList();
    if (found.size() != 1) {
      throw found.isEmpty() ? unknown(wanted, all) : ambiguous(wanted, found);
    }
    final SqlTable table = found.get(0);
    if (all.stream().filter(other -> other.cache.equals(table.cache)).count() > 1) {
      throw failed(
          wanted,
          "shares the cache %s with other tables; say query: SELECT * FROM %s"
              .formatted(table.cache, wanted));
    }
    return table;
  }

  private static GraphemberException unknown(String wanted, List<SqlTable> all) {
    return failed(
        wanted,
        NearestName.of(wanted, all.stream().map(SqlTable::name).toList())
            .map("does not exist; the nearest name is %s"::formatted)
            .orElse("does not exist"));
  }

  private static GraphemberException ambiguous(String wanted, List<SqlTable> found) {
    return failed(
        wanted,
        "is in several schemas, %s; say which, as %s.%s"
            .formatted(
                String.join(", ", found.stream().map(SqlTable::schema).sorted().toList()),
                found.get(0).schema,
                wanted));
  }

  private static GraphemberException failed(String wanted, String why) {
    return new GraphemberException(
        TableError.QUERY_FAILED, "The table %s %s.".formatted(wanted, why));
  }

  /** Its columns, and those that its rows have got since it was made. */
  EntryColumns columns(Cache.@Nullable Entry<Object, Object> first) {
    final List<String> names = new ArrayList<>(fields);
    for (String more : EntryColumns.of(first).names()) {
      if (!more.equals(EntryColumns.KEY)
          && !more.equals(EntryColumns.VALUE)
          && fields.stream().noneMatch(more::equalsIgnoreCase)) {
        names.add(more);
      }
    }
    return columns(names);
  }

  /** Its columns, where their names are known. */
  EntryColumns columns(List<String> names) {
    return new EntryColumns(names, key, value);
  }
}
