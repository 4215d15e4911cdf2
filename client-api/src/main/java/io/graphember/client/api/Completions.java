// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import io.graphember.schema.KeyKind;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The entities that complete a triple, the best first: the value of a cache of completions. Arrays,
 * which SQL and clients in other languages can read. Immutable.
 */
public final class Completions {
  private final Object keys; // long[], String[] or UUID[]
  private final float[] scores;
  private final String[] known;

  private Completions(Object keys, float[] scores, String[] known) {
    this.keys = keys;
    this.scores = scores;
    this.known = known;
  }

  /**
   * Completions in their order.
   *
   * @param keys what the keys are
   * @param best the best first
   */
  public static Completions of(KeyKind keys, List<Completion> best) {
    final Object array = Candidates.array(keys, best.stream().map(Completion::key).toList());
    final float[] scores = new float[best.size()];
    final String[] known = new String[scores.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = best.get(i).score();
      known[i] = best.get(i).known().text();
    }
    return new Completions(array, scores, known);
  }

  /** The best first. */
  public List<Completion> best() {
    final List<Completion> best = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      best.add(new Completion(Array.get(keys, i), scores[i], Completion.Known.of(known[i])));
    }
    return best;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Completions other && best().equals(other.best());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(scores);
  }

  @Override
  public String toString() {
    return best().toString();
  }
}
