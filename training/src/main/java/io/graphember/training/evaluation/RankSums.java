// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.evaluation;

/**
 * Ranks of edges among all vertices at one of their ends, added up. An edge that both ends are
 * asked for counts twice.
 *
 * @param ranked how many ranks there are
 * @param reciprocals sum of 1 / rank
 * @param first ranks that are 1
 * @param third ranks up to 3
 * @param tenth ranks up to 10
 * @param below sum of the shares of vertices that a true one has a higher score than; half of those
 *     of the same score
 */
public record RankSums(
    long ranked, double reciprocals, long first, long third, long tenth, double below) {
  /** Of no edges. */
  public static final RankSums NONE = new RankSums(0, 0, 0, 0, 0, 0);

  /**
   * With one more.
   *
   * @param better vertices with a higher score
   * @param equal vertices with the same score, which share the mean of their ranks
   * @param others vertices that it was ranked among
   */
  public RankSums plus(long better, long equal, long others) {
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
