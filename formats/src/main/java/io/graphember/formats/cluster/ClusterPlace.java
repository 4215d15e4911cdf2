// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.TablePlace;
import io.graphember.schema.source.Tables;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of the cluster.
 *
 * @param query SQL whose rows are read; null for none
 * @param cache cache whose entries are read; null for none
 */
public record ClusterPlace(
    @Setting(value = "SQL whose rows are read.", optional = true) @NotEmpty @Nullable String query,
    @Setting(
            value =
                "Cache whose entries are read, without SQL; columns are the fields of keys and"
                    + " values, _key and _val where these are no objects.",
            optional = true)
        @NotEmpty
        @Nullable String cache)
    implements TablePlace, CrossChecked {
  @Override
  public String setting() {
    return "query";
  }

  @Override
  public boolean given() {
    return query != null || cache != null;
  }

  /**
   * Asks for the rows.
   *
   * @param section what the table is of, for messages
   */
  QueriedTable table(Tables tables, String section) {
    if (query != null) {
      return new QueriedTable("query of " + section, Optional.empty(), () -> tables.query(query));
    }
    final String entries = TablePlace.present(cache);
    return new QueriedTable("cache " + entries, Optional.of(entries), () -> tables.cache(entries));
  }

  @Override
  public void check(Complaints complaints) {
    if (query != null && cache != null) {
      complaints.add("cache", "and query both say what is read; leave one out");
    }
  }
}
