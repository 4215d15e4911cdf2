// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.Candidates;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.schema.KeyKind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import org.apache.ignite.cache.QueryEntity;

/**
 * A publication as an SQL table, of the name of its cache in the schema {@value #SCHEMA}. Columns
 * are upper case, as SQL reads names that are not quoted:
 *
 * <pre>
 * predictions   KEY, LABEL, CLASS, PROBABILITIES
 * values        KEY, TARGETS
 * embeddings    KEY, EMBEDDING
 * candidates    KEY, CANDIDATES, SCORES
 * scores        SOURCE, DESTINATION, SCORE
 * edge-classes  SOURCE, DESTINATION, LABEL, CLASS, PROBABILITIES
 * </pre>
 *
 * <p>Without a query engine the description has no effect.
 */
final class PublicationTable {
  static final String SCHEMA = "GRAPHEMBER";

  private static final String KEY = "KEY";
  private static final String SCORE = "SCORE";

  private PublicationTable() {}

  /** True if results of a kind are read as a table. */
  static boolean isOf(String kind) {
    return List.of("predictions", "values", "embeddings", "candidates", "scores", "edge-classes")
        .contains(kind);
  }

  /** The table of a publication, of a kind that {@link #isOf} knows. */
  static QueryEntity of(Publication publication) {
    return switch (publication.kind()) {
      case "predictions" -> byVertex(publication, Prediction.class).classes().entity;
      case "values" ->
          byVertex(publication, Vector.class).column("values", float[].class, "TARGETS").entity;
      case "embeddings" ->
          byVertex(publication, Vector.class).column("values", float[].class, "EMBEDDING").entity;
      case "candidates" ->
          byVertex(publication, Candidates.class)
              .column("keys", keysClass(publication.others().keys()), "CANDIDATES")
              .column("scores", float[].class, "SCORES")
              .entity;
      case "scores" ->
          byEdge(publication, Float.class)
              .column(SCORE, Float.class, SCORE)
              .entity
              .setValueFieldName(SCORE);
      case "edge-classes" -> byEdge(publication, Prediction.class).classes().entity;
      default -> throw new IllegalArgumentException(publication.kind());
    };
  }

  private static Class<?> keysClass(KeyKind keys) {
    return keys == KeyKind.INT64 ? long[].class : keyClass(keys).arrayType();
  }

  private static Class<?> keyClass(KeyKind keys) {
    return switch (keys) {
      case INT64 -> Long.class;
      case STRING -> String.class;
      case UUID -> UUID.class;
    };
  }

  private static Columns byVertex(Publication publication, Class<?> value) {
    final Class<?> key = keyClass(publication.keys());
    Columns columns = new Columns(publication, key, value).column(KEY, key, KEY);
    columns.entity.setKeyFieldName(KEY);
    return columns;
  }

  private static Columns byEdge(Publication publication, Class<?> value) {
    Columns columns =
        new Columns(publication, EdgeKey.class, value)
            .column("source", keyClass(publication.keys()), "SOURCE")
            .column("destination", keyClass(publication.others().keys()), "DESTINATION");
    columns.entity.setKeyFields(new LinkedHashSet<>(List.of("source", "destination")));
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

    /** Those of a {@link Prediction}. */
    Columns classes() {
      return column("label", String.class, "LABEL")
          .column("classIndex", Integer.class, "CLASS")
          .column("probabilities", float[].class, "PROBABILITIES");
    }

    Columns column(String field, Class<?> type, String name) {
      entity.addQueryField(field, type.getName(), name);
      return this;
    }
  }
}
