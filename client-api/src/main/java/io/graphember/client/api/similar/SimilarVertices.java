// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.similar;

import io.graphember.schema.KeyKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Vertices whose embeddings are alike to that of another, the best first; of equal scores the one
 * with the smaller key. Immutable.
 *
 * @param keyKind what keys are
 * @param keys as texts
 * @param scores how alike each is
 * @param exact true if none is better; false if an approximate index was asked, which may miss some
 */
public record SimilarVertices(
    KeyKind keyKind, List<String> keys, List<Float> scores, boolean exact) {
  /**
   * Scores by key, the best first.
   *
   * @return keys are {@code Long}, {@code String} or {@code UUID}
   */
  public Map<Object, Float> byKey() {
    Map<Object, Float> byKey = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      byKey.put(key(keyKind, keys.get(i)), scores.get(i));
    }
    return byKey;
  }

  /**
   * A key as the user knows it.
   *
   * @throws IllegalArgumentException if the text is no key of that kind
   */
  public static Object key(KeyKind kind, String text) {
    return switch (kind) {
      case INT64 -> Long.valueOf(text);
      case STRING -> text;
      case UUID -> UUID.fromString(text);
    };
  }
}
