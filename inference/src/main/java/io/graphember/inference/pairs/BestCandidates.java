// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The best candidates so far of each of some heads: by score, and of equal scores by key, so that
 * the order in which they are offered does not matter. A score that is not a number is none. Heads
 * may be offered to by several threads, each by one at a time.
 *
 * @param <K> keys, all of one class
 */
public final class BestCandidates<K extends Comparable<K>> {
  private final int most;
  private final float[] scores; // [heads, most], the best first
  private final Object[] keys;
  private final int[] counts;

  /** Of so many heads at most so many candidates, at least 1. */
  public BestCandidates(int heads, int most) {
    this.most = most;
    scores = new float[Math.multiplyExact(heads, most)];
    keys = new Object[scores.length];
    counts = new int[heads];
  }

  /** Scores below this one are not taken. */
  public float least(int head) {
    return counts[head] < most ? Float.NEGATIVE_INFINITY : scores[(head + 1) * most - 1];
  }

  /** Takes a candidate if it is among the best. O(most). */
  public void offer(int head, K key, float score) {
    final int first = head * most;
    int at = first + counts[head];
    while (at > first && precedes(key, score, at - 1)) {
      at--;
    }
    if (at == first + most || Float.isNaN(score)) {
      return;
    }
    counts[head] = Math.min(most, counts[head] + 1);
    final int moved = first + counts[head] - 1 - at;
    System.arraycopy(scores, at, scores, at + 1, moved);
    System.arraycopy(keys, at, keys, at + 1, moved);
    scores[at] = score;
    keys[at] = key;
  }

  private boolean precedes(K key, float score, int other) {
    return score > scores[other] || score == scores[other] && key.compareTo(key(other)) < 0;
  }

  @SuppressWarnings("unchecked") // offer takes no other objects
  private K key(int at) {
    return (K) keys[at];
  }

  /** The candidates of a head and their scores, the best first. */
  public Map<K, Float> of(int head) {
    Map<K, Float> best = new LinkedHashMap<>();
    for (int at = head * most; at < head * most + counts[head]; at++) {
      best.put(key(at), scores[at]);
    }
    return best;
  }
}
