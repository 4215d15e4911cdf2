// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.ignite.cache.QueryEntity;
import org.apache.ignite.configuration.CacheConfiguration;
import org.junit.jupiter.api.Test;

/** Tables are found by their names, and have the columns that SQL gives them. */
class SqlTableTest {
  private final Map<String, List<SqlTable>> caches = new LinkedHashMap<>();
  private final List<String> asked = new ArrayList<>();

  private void table(String schema, String name, String cache) {
    caches
        .computeIfAbsent(cache, none -> new ArrayList<>())
        .add(new SqlTable(schema, name, cache, List.of("ID", "X"), "ID", EntryColumns.VALUE));
  }

  private SqlTable find(String name) {
    return SqlTable.find(
        name,
        caches.keySet(),
        cache -> {
          asked.add(cache);
          return caches.get(cache);
        });
  }

  @Test
  void theUsualCacheIsAskedAlone() {
    table("people", "Person", "people");
    table("PUBLIC", "PERSON", "SQL_PUBLIC_PERSON");
    assertThat(find("Person").cache()).isEqualTo("SQL_PUBLIC_PERSON");
    assertThat(find("public.person").cache()).isEqualTo("SQL_PUBLIC_PERSON");
    assertThat(asked).containsOnly("SQL_PUBLIC_PERSON");
    assertThat(find("\"people\".Person").cache()).isEqualTo("people");
  }

  @Test
  void aTableOfAnyCacheIsFound() {
    table("people", "Person", "people");
    table("PUBLIC", "CITY", "towns");
    assertThat(find("city").cache()).isEqualTo("towns");
    assertThat(find("PERSON").schema()).isEqualTo("people");
  }

  /** They are destroyed at any time, also between the list of names and the look at one. */
  @Test
  void ourOwnCachesAreNotAsked() {
    table("GRAPHEMBER", "STATUS", "graphember.status");
    table("people", "Person", "people");
    assertThat(find("person").cache()).isEqualTo("people");
    refused("status", "The table status does not exist.");
    assertThat(asked).containsOnly("people");
  }

  private void refused(String name, String message) {
    assertThatThrownBy(() -> find(name))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TableError.QUERY_FAILED)).isTrue())
        .hasMessage(message);
  }

  @Test
  void whatIsNoTableOrSeveralIsRefused() {
    table("a", "City", "a");
    table("b", "City", "b");
    table("c", "Person", "c");
    table("c", "Place", "c");
    refused("citi", "The table citi does not exist; the nearest name is City.");
    refused("Nothing", "The table Nothing does not exist.");
    refused("city", "The table city is in several schemas, a, b; say which, as a.city.");
    refused(
        "Place",
        "The table Place shares the cache c with other tables; say query: SELECT * FROM Place.");
    assertThat(find("b.city").cache()).isEqualTo("b");
  }

  @Test
  void columnsAreThoseOfTheTable() {
    final QueryEntity entity =
        new QueryEntity("java.lang.Long", "Person")
            .addQueryField("ID", "java.lang.Long", null)
            .addQueryField("NAME", "java.lang.String", null)
            .setKeyFieldName("ID");
    final SqlTable table =
        SqlTable.of("people", new CacheConfiguration<>("people").setQueryEntities(List.of(entity)))
            .get(0);
    assertThat(table.name()).isEqualTo("Person");
    assertThat(table.schema()).isEqualTo("people");
    assertThat(table.columns((javax.cache.Cache.Entry<Object, Object>) null))
        .isEqualTo(new EntryColumns(List.of("ID", "NAME"), "ID", EntryColumns.VALUE));
  }
}
