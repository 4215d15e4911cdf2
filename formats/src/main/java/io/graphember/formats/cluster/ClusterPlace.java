// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.TablePlace;
import io.graphember.schema.source.Tables;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;

/**
 * A table of the cluster.
 *
 * @param query SQL whose rows are read; null for none
 * @param cache cache whose entries are read; null for none
 * @param table SQL table whose rows are read as entries of its cache; null for none
 */
public record ClusterPlace(
    @Setting(value = "SQL whose rows are read.", optional = true) @NotEmpty @Nullable String query,
    @Setting(
            value =
                "Cache whose entries are read, without SQL; columns are the fields of keys and"
                    + " values, _key and _val where these are no objects.",
            optional = true)
        @NotEmpty
        @Nullable String cache,
    @Setting(
            value = "SQL table whose rows are read without SQL; columns are those of the table.",
            optional = true)
        @NotEmpty
        @Nullable String table)
    implements TablePlace, CrossChecked {
  @Override
  public String setting() {
    return "query";
  }

  @Override
  public boolean given() {
    return query != null || cache != null || table != null;
  }

  /**
   * Asks for the rows.
   *
   * @param section what the table is of, for messages
   */
  QueriedTable table(Tables tables, String section) {
    if (query != null) {
      return new QueriedTable("query of " + section, () -> tables.query(query));
    }
    if (table != null) {
      return new QueriedTable("table " + table, () -> tables.table(table));
    }
    final String entries = TablePlace.present(cache);
    return new QueriedTable("cache " + entries, () -> tables.cache(entries));
  }

  @Override
  public void check(Complaints complaints) {
    if (query != null && cache != null) {
      complaints.add("cache", "and query both say what is read; leave one out");
    }
    if (table != null && (query != null || cache != null)) {
      complaints.add(
          "table",
          "and %s both say what is read; leave one out"
              .formatted(query != null ? "query" : "cache"));
    }
  }
}
