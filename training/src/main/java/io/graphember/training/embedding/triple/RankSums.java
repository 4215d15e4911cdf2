// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

/**
 * Ranks of triples, added up. Each triple counts twice: for its tail and for its head.
 *
 * @param ranked how many ranks there are
 * @param reciprocals sum of 1 / rank
 * @param first ranks that are 1
 * @param third ranks up to 3
 * @param tenth ranks up to 10
 * @param below sum of the shares of entities that a true one has a higher score than; half of those
 *     of the same score
 */
public record RankSums(
    long ranked, double reciprocals, long first, long third, long tenth, double below) {
  /** Of no triples. */
  public static final RankSums NONE = new RankSums(0, 0, 0, 0, 0, 0);

  /**
   * With one more.
   *
   * @param better entities with a higher score
   * @param equal entities with the same score, which share the mean of their ranks
   * @param others entities that it was ranked among
   */
  RankSums plus(long better, long equal, long others) {
    final double rank = 1 + better + equal / 2.0;
    return new RankSums(
        ranked + 1,
        reciprocals + 1 / rank,
        first + (rank <= 1 ? 1 : 0),
        third + (rank <= 3 ? 1 : 0),
        tenth + (rank <= 10 ? 1 : 0),
        below + (others == 0 ? 1 : (others - better - equal / 2.0) / others));
  }

  /** Both together. */
  public RankSums plus(RankSums more) {
    return new RankSums(
        ranked + more.ranked,
        reciprocals + more.reciprocals,
        first + more.first,
        third + more.third,
        tenth + more.tenth,
        below + more.below);
  }
}
