// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import io.graphember.client.api.TripleQuery;
import io.graphember.schema.KeyKind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import org.apache.ignite.cache.QueryEntity;

/**
 * A publication as an SQL table, of the name of its cache in the schema {@value #SCHEMA}. Columns
 * are upper case, as SQL reads names that are not quoted: {@code KEY}; {@code SOURCE} and {@code
 * DESTINATION} of edges; {@code ENTITY}, {@code RELATION} and {@code MISSING} of queries; and then
 * those of the {@link PublicationKind}.
 *
 * <p>Without a query engine the description has no effect.
 */
final class PublicationTable {
  static final String SCHEMA = "GRAPHEMBER";

  private static final String KEY = "KEY";

  private PublicationTable() {}

  /** True if results of a kind are read as a table. */
  static boolean isOf(String kind) {
    return PublicationKind.of(kind).isPresent();
  }

  /** The table of a publication, of a kind that {@link #isOf} knows. */
  static QueryEntity of(Publication publication) {
    PublicationKind<?> kind =
        PublicationKind.of(publication.kind())
            .orElseThrow(() -> new IllegalArgumentException(publication.kind()));
    Columns columns =
        switch (kind.keys()) {
          case VERTICES -> byVertex(publication, kind);
          case EDGES -> byEdge(publication, kind);
          case QUERIES -> byQuery(publication, kind);
        };
    kind.columns()
        .forEach(
            column -> {
              columns.column(column.field(), column.type().apply(publication), column.name());
              if (kind.stored() == Float.class) {
                columns.entity.setValueFieldName(column.field());
              }
            });
    return columns.entity;
  }

  private static Class<?> keyClass(KeyKind keys) {
    return switch (keys) {
      case INT64 -> Long.class;
      case STRING -> String.class;
      case UUID -> UUID.class;
    };
  }

  private static Columns byVertex(Publication publication, PublicationKind<?> kind) {
    final Class<?> key = keyClass(publication.keys());
    Columns columns = new Columns(publication, key, kind.stored()).column(KEY, key, KEY);
    columns.entity.setKeyFieldName(KEY);
    return columns;
  }

  private static Columns byEdge(Publication publication, PublicationKind<?> kind) {
    Columns columns =
        new Columns(publication, EdgeKey.class, kind.stored())
            .column("source", keyClass(publication.keys()), "SOURCE")
            .column("destination", keyClass(publication.otherKeys()), "DESTINATION");
    columns.entity.setKeyFields(new LinkedHashSet<>(List.of("source", "destination")));
    return columns;
  }

  private static Columns byQuery(Publication publication, PublicationKind<?> kind) {
    Columns columns =
        new Columns(publication, TripleQuery.class, kind.stored())
            .column("entity", keyClass(publication.keys()), "ENTITY")
            .column("relation", String.class, "RELATION")
            .column("missing", String.class, "MISSING");
    columns.entity.setKeyFields(new LinkedHashSet<>(List.of("entity", "relation", "missing")));
    return columns;
  }

  private static final class Columns {
    final QueryEntity entity;

    Columns(Publication publication, Class<?> key, Class<?> value) {
      entity =
          new QueryEntity(key.getName(), value.getName())
              .setTableName(publication.cache())
              .setFields(new LinkedHashMap<>());
    }

    Columns column(String field, Class<?> type, String name) {
      entity.addQueryField(field, type.getName(), name);
      return this;
    }
  }
}
