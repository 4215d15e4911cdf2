// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.triple.End;
import io.graphember.training.evaluation.RankSums;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Ranks triples: the true entity of either end among all entities, without those that are known to
 * hold as well ("filtered": Bordes et al., NIPS 2013, section 4.2); equal scores share the mean of
 * their ranks. Queries go to where entities are, counts come back. Used by one thread.
 */
public final class TripleRanker {
  private static final int FIGURES = 3;

  private final TripleQueries queries;
  private final EntityRanks entities;
  private final KnownTriples known;
  private final RowComparison comparison;
  private final int dim;
  private final int stride;

  /** A ranker. */
  public TripleRanker(TripleQueries queries, EntityRanks entities, KnownTriples known) {
    this.queries = queries;
    this.entities = entities;
    this.known = known;
    this.dim = queries.plan().dim();
    this.comparison = RowComparison.of(queries.plan().scoring().comparison(), dim);
    this.stride = RowComparison.stride(dim);
  }

  /**
   * Ranks triples of one relation.
   *
   * @param relation number of the edge type
   * @param headType vertex type of heads
   * @param tailType vertex type of tails
   * @param heads ids
   * @param tails as many
   */
  public RankSums rank(int relation, int headType, int tailType, long[] heads, long[] tails) {
    final float[] tailRows = queries.entities(tails);
    final float[] headRows = queries.entities(heads);
    final RankSums ofTails =
        rank(
            queries.of(End.TAIL, relation, headRows),
            tailRows,
            tailType,
            known.leftOut(End.TAIL, relation, heads, tails));
    return ofTails.plus(
        rank(
            queries.of(End.HEAD, relation, tailRows),
            headRows,
            headType,
            known.leftOut(End.HEAD, relation, tails, heads)));
  }

  private RankSums rank(float[] asked, float[] trueRows, int vertexType, long[][] leftOut) {
    final int count = leftOut.length;
    float[] scores = new float[count];
    final float[] entity = new float[stride];
    final float[] query = new float[stride];
    final float[] score = new float[RowComparison.scoreStride(1)];
    for (int i = 0; i < count; i++) {
      System.arraycopy(trueRows, i * dim, entity, 0, dim);
      System.arraycopy(asked, i * stride, query, 0, stride);
      comparison.scores(query, 1, entity, 1, score);
      scores[i] = score[0];
    }
    return sums(
        counts(new RankQueries(EntityQueries.of(vertexType, asked, leftOut), scores)), count);
  }

  /** Of all hosts together. */
  private long[] counts(RankQueries asked) {
    final List<CompletableFuture<int[]>> sent =
        IntStream.range(0, queries.transport().hosts())
            .mapToObj(host -> entities.counts(host, asked))
            .toList();
    long[] counts = new long[FIGURES * asked.count()];
    for (CompletableFuture<int[]> answer : sent) {
      final int[] some = queries.replies().await(answer, "ranks of triples");
      for (int i = 0; i < counts.length; i++) {
        counts[i] += some[i];
      }
    }
    return counts;
  }

  private static RankSums sums(long[] counts, int count) {
    RankSums sums = RankSums.NONE;
    for (int q = 0; q < count; q++) {
      sums = sums.plus(counts[FIGURES * q], counts[FIGURES * q + 1], counts[FIGURES * q + 2]);
    }
    return sums;
  }
}
