// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.similar;

import io.graphember.schema.KeyKind;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Vertices that were found, the best first.
 *
 * @param keys what their keys are
 * @param numbers keys that are integers; of UUIDs two numbers each, the most significant bits
 *     first; else empty
 * @param texts keys that are texts; else empty
 * @param scores how alike each is
 * @param exact true if none is better, false if an approximate index was asked
 */
record FoundVertices(
    KeyKind keys, long[] numbers, List<String> texts, float[] scores, boolean exact) {
  /** Vertices by key, the best first. */
  static FoundVertices of(KeyKind keys, Map<?, Float> found, boolean exact) {
    final float[] scores = new float[found.size()];
    int at = 0;
    for (float score : found.values()) {
      scores[at++] = score;
    }
    return new FoundVertices(
        keys,
        switch (keys) {
          case INT64 -> found.keySet().stream().mapToLong(Long.class::cast).toArray();
          case STRING -> new long[0];
          case UUID -> halves(found);
        },
        keys == KeyKind.STRING
            ? found.keySet().stream().map(String.class::cast).toList()
            : List.of(),
        scores,
        exact);
  }

  private static long[] halves(Map<?, Float> found) {
    final long[] halves = new long[2 * found.size()];
    int at = 0;
    for (Object key : found.keySet()) {
      halves[at++] = ((UUID) key).getMostSignificantBits();
      halves[at++] = ((UUID) key).getLeastSignificantBits();
    }
    return halves;
  }

  /** A key as the user knows it. */
  Object key(int place) {
    return switch (keys) {
      case INT64 -> numbers[place];
      case STRING -> texts.get(place);
      case UUID -> new UUID(numbers[2 * place], numbers[2 * place + 1]);
    };
  }
}
