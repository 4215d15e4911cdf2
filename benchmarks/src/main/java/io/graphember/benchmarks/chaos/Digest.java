// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that a job gives: two runs are the same if these are equal.
 *
 * @param losses of every epoch in billionths: how sums of a job of embeddings are rounded depends
 *     on where checkpoints cut an epoch
 * @param validation of every epoch
 * @param test figures of the test split, as text
 * @param rows a hash of all rows by their keys, of each publication
 */
record Digest(List<Long> losses, List<String> validation, String test, Map<String, Long> rows) {
  static Digest of(GraphemberClient client, JobResult result) {
    final Map<String, Long> rows = new TreeMap<>();
    for (Publication published : result.publications().values()) {
      if (PublicationKind.of(published.kind()).isPresent()) {
        rows.put(
            published.kind(), rows(client, result.graph().name(), result.name(), published.kind()));
      }
    }
    return new Digest(
        result.epochs().stream().map(epoch -> Math.round(1e9 * epoch.loss())).toList(),
        result.epochs().stream().map(EpochInfo::validation).map(String::valueOf).toList(),
        String.valueOf(result.test()),
        rows);
  }

  /** A hash of the rows that a client reads by their keys. */
  static long rows(GraphemberClient client, String graph, String job, String kind) {
    final Map<String, Long> sorted = new TreeMap<>();
    client
        .results(graph, job, PublicationKind.of(kind).orElseThrow())
        .forEach((key, value) -> sorted.put(key.toString(), hash(value)));
    long all = sorted.size();
    for (Map.Entry<String, Long> row : sorted.entrySet()) {
      all = CounterRandom.child(all, row.getKey().hashCode(), row.getValue());
    }
    return all;
  }

  private static long hash(Object value) {
    if (value instanceof float[] numbers) {
      return Arrays.hashCode(numbers);
    }
    if (value instanceof Prediction prediction) {
      return Arrays.hashCode(prediction.probabilities());
    }
    return value.hashCode();
  }
}
