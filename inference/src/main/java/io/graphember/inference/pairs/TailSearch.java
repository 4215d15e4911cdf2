// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

/**
 * Finds the tails with the highest scores for groups of heads. Used by one thread.
 *
 * @param <T> keys of tails, all of one class
 */
public interface TailSearch<T extends Comparable<T>> {
  /** Searches for a group of heads, each by itself. */
  void search(HeadGroup heads, BestCandidates<T> best);
}
