// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.training.evaluation.LinkScores;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Ranks of test edges among their negatives, each at the place of its edge, so that those of
 * several trainers may be added up. Used by one thread.
 */
public final class EdgeRanks {
  private final int edges;
  private final double[] values; // [4, edges]: scores, scores of the first negatives, ranks, types

  /**
   * No edge has been ranked.
   *
   * @param edges number of test edges of all trainers; more than once if several ends are asked for
   */
  public EdgeRanks(int edges) {
    this.edges = edges;
    this.values = new double[Math.multiplyExact(4, edges)];
  }

  /**
   * Adds a batch.
   *
   * @param first place of its first edge
   * @param scores float32[pairs], native order
   * @param pairs groups of an edge and its negatives, with their edge types
   * @param negatives negatives of an edge, at least 1
   */
  public void add(int first, ByteBuffer scores, SeedPairs pairs, int negatives) {
    final ByteBuffer relations = Block.present(pairs.relations());
    int place = first;
    for (int pair = 0; pair < pairs.count(); pair += 1 + negatives) {
      values[place] = scores.getFloat(Float.BYTES * pair);
      values[edges + place] = scores.getFloat(Float.BYTES * (pair + 1));
      values[2 * edges + place] = rank(scores, pair, negatives);
      values[3 * edges + place] = relations.getInt(Integer.BYTES * pair);
      place++;
    }
  }

  /** Ties count half; a score that is no number is behind all others. */
  private static double rank(ByteBuffer scores, int pair, int negatives) {
    final float edge = scores.getFloat(Float.BYTES * pair);
    double rank = 1;
    for (int n = 1; n <= negatives; n++) {
      final float other = scores.getFloat(Float.BYTES * (pair + n));
      rank += other < edge ? 0 : other == edge ? 0.5 : 1;
    }
    return rank;
  }

  /** All values, to be added up over trainers in place. */
  public double[] values() {
    return values;
  }

  /** Scores of the edges that were ranked: those whose negatives were found; empty for none. */
  public Optional<LinkScores> scores() {
    return scores(ranked().toArray());
  }

  /** The same of the edges of each type that were ranked, by its number. */
  public SortedMap<Integer, LinkScores> scoresByType() {
    SortedMap<Integer, LinkScores> scores = new TreeMap<>();
    ranked()
        .map(this::type)
        .distinct()
        .forEach(
            type ->
                scores.put(
                    type,
                    scores(ranked().filter(edge -> type(edge) == type).toArray()).orElseThrow()));
    return scores;
  }

  private int type(int edge) {
    return (int) values[3 * edges + edge];
  }

  private IntStream ranked() {
    return IntStream.range(0, edges).filter(edge -> values[2 * edges + edge] > 0);
  }

  private Optional<LinkScores> scores(int[] ranked) {
    return ranked.length == 0
        ? Optional.empty()
        : Optional.of(
            LinkScores.of(column(ranked, 0), column(ranked, edges), column(ranked, 2 * edges)));
  }

  private double[] column(int[] ranked, int start) {
    return Arrays.stream(ranked).mapToDouble(edge -> values[start + edge]).toArray();
  }
}
