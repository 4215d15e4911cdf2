// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A kind of results that jobs publish: what its caches hold, by what keys, and how SQL reads it.
 * Immutable.
 *
 * @param <V> what a client reads of a vertex, or of an edge
 */
public final class PublicationKind<V> {
  /** The class of a vertex. */
  public static final PublicationKind<Prediction> PREDICTIONS =
      new PublicationKind<>("predictions", Keys.VERTICES, Prediction.class, Prediction.class::cast)
          .with(classes());

  /** Targets of a vertex: the probability of each label, or numbers. */
  public static final PublicationKind<float[]> VALUES =
      new PublicationKind<>("values", Keys.VERTICES, Vector.class, PublicationKind::numbers)
          .with(List.of(Column.of("values", float[].class, "TARGETS")));

  /** The embedding of a vertex. */
  public static final PublicationKind<float[]> EMBEDDINGS =
      new PublicationKind<>("embeddings", Keys.VERTICES, Vector.class, PublicationKind::numbers)
          .with(List.of(Column.of("values", float[].class, "EMBEDDING")));

  /** The best candidates of a vertex: by the key of each its score, the best first. */
  public static final PublicationKind<Map<Object, Float>> CANDIDATES =
      new PublicationKind<>(
              "candidates", Keys.VERTICES, Candidates.class, value -> ((Candidates) value).scores())
          .with(
              List.of(
                  new Column("keys", PublicationKind::candidateKeys, "CANDIDATES"),
                  Column.of("scores", float[].class, "SCORES")));

  /**
   * How uncertain the class of a vertex is: the entropy of the probabilities of all classes,
   * divided by the largest there could be; of several labels of a vertex the mean of theirs. From
   * 0, where a model is sure, to 1, where it cannot tell.
   */
  public static final PublicationKind<Float> UNCERTAINTY =
      new PublicationKind<>("uncertainty", Keys.VERTICES, Float.class, Float.class::cast)
          .with(List.of(Column.of("UNCERTAINTY", Float.class, "UNCERTAINTY")));

  /** The score of an edge. */
  public static final PublicationKind<Float> SCORES =
      new PublicationKind<>("scores", Keys.EDGES, Float.class, Float.class::cast)
          .with(List.of(Column.of("SCORE", Float.class, "SCORE")));

  /** The class of an edge. */
  public static final PublicationKind<Prediction> EDGE_CLASSES =
      new PublicationKind<>("edge-classes", Keys.EDGES, Prediction.class, Prediction.class::cast)
          .with(classes());

  /** The entities that complete a triple, the best first. */
  public static final PublicationKind<List<Completion>> COMPLETIONS =
      new PublicationKind<>(
              "completions", Keys.QUERIES, Completions.class, value -> ((Completions) value).best())
          .with(
              List.of(
                  new Column("keys", PublicationKind::candidateKeys, "CANDIDATES"),
                  Column.of("scores", float[].class, "SCORES"),
                  Column.of("known", String[].class, "KNOWN")));

  /**
   * The row of a relation, by the name of its edge type; of reciprocal relations that of its
   * reverse behind it.
   */
  public static final PublicationKind<float[]> RELATIONS =
      new PublicationKind<>("relations", Keys.VERTICES, Vector.class, PublicationKind::numbers)
          .with(List.of(Column.of("values", float[].class, "EMBEDDING")));

  /** All kinds. */
  public static final List<PublicationKind<?>> ALL =
      List.of(
          PREDICTIONS,
          VALUES,
          EMBEDDINGS,
          CANDIDATES,
          UNCERTAINTY,
          SCORES,
          EDGE_CLASSES,
          COMPLETIONS,
          RELATIONS);

  private final String name;
  private final Keys keys;
  private final Class<?> stored;
  private final Function<Object, V> reader;
  private final List<Column> columns;

  private PublicationKind(
      String name, Keys keys, Class<?> stored, Function<Object, V> reader, List<Column> columns) {
    this.name = name;
    this.keys = keys;
    this.stored = stored;
    this.reader = reader;
    this.columns = columns;
  }

  private PublicationKind(String name, Keys keys, Class<?> stored, Function<Object, V> reader) {
    this(name, keys, stored, reader, List.of());
  }

  private PublicationKind<V> with(List<Column> sql) {
    return new PublicationKind<>(name, keys, stored, reader, sql);
  }

  /** The kind of a name; empty for another one. */
  public static Optional<PublicationKind<?>> of(String name) {
    return ALL.stream().filter(kind -> kind.name.equals(name)).findFirst();
  }

  /** Its name in the cluster. */
  public String name() {
    return name;
  }

  /** What the keys of its caches are. */
  public Keys keys() {
    return keys;
  }

  /** Class of the values in a cache. */
  public Class<?> stored() {
    return stored;
  }

  /** What a client reads of a value in a cache. */
  public V read(Object value) {
    return reader.apply(value);
  }

  /**
   * Columns of the values, as SQL has them. A column of a value that is no object of ours, such as
   * a number, is the value itself.
   */
  public List<Column> columns() {
    return columns;
  }

  @Override
  public String toString() {
    return name;
  }

  /** What keys are. */
  public enum Keys {
    /** The user's keys of vertices; of rows of relations their names. */
    VERTICES,
    /** {@link EdgeKey}. */
    EDGES,
    /** {@link TripleQuery}. */
    QUERIES
  }

  /**
   * A column of values.
   *
   * @param field name of the field of the stored class
   * @param type its class, of a publication
   * @param name of the column, in capitals
   */
  public record Column(String field, Function<Publication, Class<?>> type, String name) {
    private static Column of(String field, Class<?> type, String name) {
      return new Column(field, publication -> type, name);
    }
  }

  private static List<Column> classes() {
    return List.of(
        Column.of("label", String.class, "LABEL"),
        Column.of("classIndex", Integer.class, "CLASS"),
        Column.of("probabilities", float[].class, "PROBABILITIES"));
  }

  private static Class<?> candidateKeys(Publication publication) {
    return switch (publication.otherKeys()) {
      case INT64 -> long[].class;
      case STRING -> String[].class;
      case UUID -> UUID[].class;
    };
  }

  private static float[] numbers(Object value) {
    return ((Vector) value).values();
  }
}
