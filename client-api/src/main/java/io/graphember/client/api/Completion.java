// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.Locale;

/**
 * An entity that completes a triple.
 *
 * @param key the user's key: a {@code Long}, {@code String} or {@code UUID}
 * @param score the higher the better; what it means depends on the job's {@code embedding.type}
 * @param known whether the graph has the triple
 */
public record Completion(Object key, float score, Known known) {
  /** What the graph says of a triple. */
  public enum Known {
    /** It does not have it. */
    NEW,
    /** It has it, and embeddings were trained with it. */
    TRAINED,
    /** It has it, but it was held out. */
    HELD_OUT;

    /** The word for it in a cache and in SQL: {@code new}, {@code trained}, {@code held-out}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Known of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }
}
