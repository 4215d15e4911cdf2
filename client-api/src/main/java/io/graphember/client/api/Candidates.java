// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import io.graphember.schema.KeyKind;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The candidates of a vertex, the best first: the value of a cache of candidates. Two arrays, which
 * SQL and clients in other languages can read. Immutable.
 */
public final class Candidates {
  private final Object keys; // long[], String[] or UUID[]
  private final float[] scores;

  private Candidates(Object keys, float[] scores) {
    this.keys = keys;
    this.scores = scores;
  }

  /**
   * Candidates in the order of a map.
   *
   * @param keys what the keys are
   * @param scores by key, the best first
   */
  public static Candidates of(KeyKind keys, Map<?, Float> scores) {
    float[] numbers = new float[scores.size()];
    int i = 0;
    for (float score : scores.values()) {
      numbers[i++] = score;
    }
    return new Candidates(array(keys, scores.keySet()), numbers);
  }

  /** Keys as an array of their class. */
  static Object array(KeyKind kind, Collection<?> keys) {
    final Object array = Array.newInstance(component(kind), keys.size());
    int i = 0;
    for (Object key : keys) {
      Array.set(array, i++, key);
    }
    return array;
  }

  private static Class<?> component(KeyKind keys) {
    return switch (keys) {
      case INT64 -> long.class;
      case STRING -> String.class;
      case UUID -> UUID.class;
    };
  }

  /** Scores by the candidates' keys, the best first. */
  public Map<Object, Float> scores() {
    Map<Object, Float> byKey = new LinkedHashMap<>();
    for (int i = 0; i < scores.length; i++) {
      byKey.put(Array.get(keys, i), scores[i]);
    }
    return byKey;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Candidates other && scores().equals(other.scores());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(scores);
  }

  @Override
  public String toString() {
    return scores().toString();
  }
}
