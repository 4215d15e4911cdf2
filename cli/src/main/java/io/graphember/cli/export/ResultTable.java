// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.client.PublishedTable;
import io.graphember.client.api.Completion;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.client.api.TripleQuery;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Published results as rows of one shape.
 *
 * @param kind what they are
 * @param publication where they are
 * @param reader gives every row to a consumer, in no certain order
 */
record ResultTable(ResultKind kind, Publication publication, Consumer<Consumer<ResultRow>> reader) {
  static ResultTable ofNumbers(ResultKind kind, PublishedTable<float[]> published) {
    return new ResultTable(
        kind,
        published.publication(),
        rows -> published.forEach((key, numbers) -> rows.accept(ResultRow.of(key, numbers))));
  }

  static ResultTable ofCandidates(PublishedTable<Map<Object, Float>> published) {
    return new ResultTable(
        ResultKind.CANDIDATES,
        published.publication(),
        rows ->
            published.forEach(
                (key, candidates) ->
                    candidates.forEach(
                        (other, score) -> rows.accept(ResultRow.of(key, other, score)))));
  }

  static ResultTable ofCompletions(PublishedTable<List<Completion>> published) {
    return new ResultTable(
        ResultKind.COMPLETIONS,
        published.publication(),
        rows ->
            published.forEach(
                (key, best) ->
                    best.forEach(
                        completion -> rows.accept(ResultRow.of((TripleQuery) key, completion)))));
  }

  static ResultTable ofScores(PublishedTable<Float> published) {
    return ofEdges(
        ResultKind.SCORES,
        published,
        (edge, score) -> ResultRow.of(edge.source(), edge.destination(), score));
  }

  static ResultTable ofEdgeClasses(PublishedTable<Prediction> published) {
    return ofEdges(
        ResultKind.EDGE_CLASSES,
        published,
        (edge, prediction) -> ResultRow.of(edge.source(), edge.destination(), prediction));
  }

  private static <V> ResultTable ofEdges(
      ResultKind kind, PublishedTable<V> published, BiFunction<EdgeKey, V, ResultRow> row) {
    return new ResultTable(
        kind,
        published.publication(),
        rows -> published.forEach((key, value) -> rows.accept(row.apply((EdgeKey) key, value))));
  }

  static ResultTable ofPredictions(PublishedTable<Prediction> published) {
    return new ResultTable(
        ResultKind.PREDICTIONS,
        published.publication(),
        rows -> published.forEach((key, prediction) -> rows.accept(ResultRow.of(key, prediction))));
  }
}
