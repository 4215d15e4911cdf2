// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

/** Pairs that are no news, so that their tails are not named as candidates. */
@FunctionalInterface
public interface KnownPairs {
  /** None. */
  KnownPairs NONE = (heads, count) -> new long[count][0];

  /**
   * The tails of known pairs.
   *
   * @param heads ids of vertices, each once
   * @param count how many count
   * @return for each head the ids of the tails, ascending; not used any more after the next call
   */
  long[][] tails(long[] heads, int count);
}
