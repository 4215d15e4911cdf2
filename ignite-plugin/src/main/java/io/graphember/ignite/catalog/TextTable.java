// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import java.util.LinkedHashMap;
import org.apache.ignite.cache.QueryEntity;

/** A cache of texts by name as an SQL table of two columns, {@code NAME} and another one. */
final class TextTable {
  private static final String NAME = "name";
  private static final String VALUE = "text";

  private TextTable() {}

  /** The description of a table; without a query engine it has no effect. */
  static QueryEntity of(String table, String column) {
    final String text = String.class.getName();
    final QueryEntity entity =
        new QueryEntity(text, text).setTableName(table).setFields(new LinkedHashMap<>());
    entity.addQueryField(NAME, text, "NAME");
    entity.addQueryField(VALUE, text, column);
    entity.setKeyFieldName(NAME);
    entity.setValueFieldName(VALUE);
    return entity;
  }
}
