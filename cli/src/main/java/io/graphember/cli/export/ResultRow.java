// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.client.api.Completion;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.TripleQuery;
import java.util.List;

/**
 * The result of a vertex, or of a pair.
 *
 * @param key the user's key: a {@code Long}, {@code String} or {@code UUID}
 * @param other key of the other vertex of a pair; the same key if there is no pair
 * @param label name of the predicted class; empty if none is predicted
 * @param classIndex number of the predicted class; 0 if none is predicted
 * @param texts what is said in words, in the order of {@link ResultKind#texts}
 * @param numbers the vector, the probability of each class, or the targets
 */
record ResultRow(
    Object key, Object other, String label, int classIndex, List<String> texts, float[] numbers) {
  static ResultRow of(Object key, float[] numbers) {
    return new ResultRow(key, key, "", 0, List.of(), numbers);
  }

  static ResultRow of(Object key, Object other, float score) {
    return new ResultRow(key, other, "", 0, List.of(), new float[] {score});
  }

  static ResultRow of(TripleQuery query, Completion completion) {
    return new ResultRow(
        query.entity(),
        completion.key(),
        "",
        0,
        List.of(query.relation(), query.missing(), completion.known().text()),
        new float[] {completion.score()});
  }

  static ResultRow of(Object key, Prediction prediction) {
    return of(key, key, prediction);
  }

  static ResultRow of(Object key, Object other, Prediction prediction) {
    return new ResultRow(
        key,
        other,
        prediction.label(),
        prediction.classIndex(),
        List.of(),
        prediction.probabilities());
  }
}
