// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.PublicationKind;
import java.util.List;
import java.util.Locale;

/** What a job publishes for each vertex; all numbers but those of candidates, for each pair. */
public enum ResultKind {
  /** The vector of a vertex. */
  EMBEDDINGS("e"),
  /** The score of an edge, by the keys of its ends. */
  SCORES("s"),
  /** The class of a vertex: its name, its number, and the probability of each class. */
  PREDICTIONS("p"),
  /** The best candidates of a vertex, a row each: the key of the other one, and the score. */
  CANDIDATES("s"),
  /** The class of an edge, by the keys of its ends: as of a vertex. */
  EDGE_CLASSES("p"),
  /** What completes a triple, a row each: what was asked, the key of an entity, and the score. */
  COMPLETIONS("s"),
  /** The row of a relation, by its name. */
  RELATIONS("r"),
  /** How uncertain the class of a vertex is. */
  UNCERTAINTY("u"),
  /** Targets of a vertex: the probability of each label, or numbers. */
  VALUES("v");

  private final String prefix;

  ResultKind(String prefix) {
    this.prefix = prefix;
  }

  /** The kind of a published name. */
  public static ResultKind of(String published) {
    return valueOf(published.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Its name in the cluster. */
  public String published() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** First letter of the names of columns of numbers. */
  String prefix() {
    return prefix;
  }

  /** True if rows have the name and the number of a class besides their numbers. */
  boolean classified() {
    return this == PREDICTIONS || this == EDGE_CLASSES;
  }

  /** True if a row is about a vertex and another one. */
  boolean paired() {
    return this == CANDIDATES || this == SCORES || this == EDGE_CLASSES || this == COMPLETIONS;
  }

  /** Names of the columns of keys. */
  List<String> keys() {
    return switch (this) {
      case CANDIDATES, COMPLETIONS -> List.of("key", "candidate");
      case SCORES, EDGE_CLASSES -> List.of("source", "destination");
      default -> List.of("key");
    };
  }

  /** Names of the columns of text behind those of keys. */
  List<String> texts() {
    return this == COMPLETIONS ? List.of("relation", "missing", "known") : List.of();
  }

  /** The published results of a job, a table for each vertex type that has some. */
  List<ResultTable> tables(GraphemberClient client, String graph, String job) {
    return switch (this) {
      case EMBEDDINGS ->
          client.embeddingsByType(graph, job).values().stream().map(this::numbers).toList();
      case CANDIDATES -> List.of(ResultTable.ofCandidates(client.candidates(graph, job)));
      case SCORES -> List.of(ResultTable.ofScores(client.scores(graph, job)));
      case EDGE_CLASSES -> List.of(ResultTable.ofEdgeClasses(client.edgeClasses(graph, job)));
      case COMPLETIONS -> List.of(ResultTable.ofCompletions(client.completions(graph, job)));
      case RELATIONS -> List.of(numbers(client.relations(graph, job)));
      case VALUES -> List.of(numbers(client.values(graph, job)));
      case PREDICTIONS -> List.of(ResultTable.ofPredictions(client.predictions(graph, job)));
      case UNCERTAINTY ->
          List.of(uncertainty(client.results(graph, job, PublicationKind.UNCERTAINTY)));
    };
  }

  private ResultTable uncertainty(PublishedTable<Float> published) {
    return new ResultTable(
        this,
        published.publication(),
        rows ->
            published.forEach(
                (key, uncertainty) -> rows.accept(ResultRow.of(key, new float[] {uncertainty}))));
  }

  private ResultTable numbers(PublishedTable<float[]> published) {
    return ResultTable.ofNumbers(this, published);
  }
}
