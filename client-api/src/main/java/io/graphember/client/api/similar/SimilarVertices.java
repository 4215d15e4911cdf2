// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.similar;

import io.graphember.schema.KeyKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
      byKey.put(keyKind.parse(keys.get(i)), scores.get(i));
    }
    return byKey;
  }
}
