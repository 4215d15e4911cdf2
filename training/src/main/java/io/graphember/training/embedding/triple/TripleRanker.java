// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.sampling.engine.Replies;
import io.graphember.spi.triple.End;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.training.embedding.step.BatchEmbeddings;
import io.graphember.training.embedding.step.TouchedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Ranks triples: the true entity of either end among all entities, without those that are known to
 * hold as well ("filtered": Bordes et al., NIPS 2013, section 4.2); equal scores share the mean of
 * their ranks. Queries go to where entities are, counts come back. Used by one thread.
 */
public final class TripleRanker {
  private static final int FIGURES = 3;

  private final TriplePlan plan;
  private final RowTransport transport;
  private final int partitions;
  private final EntityRanks entities;
  private final KnownTriples known;
  private final Replies replies;
  private final RowComparison comparison;
  private final int stride;

  /**
   * A ranker.
   *
   * @param partitions number of partitions P
   */
  public TripleRanker(
      TriplePlan plan,
      RowTransport transport,
      int partitions,
      EntityRanks entities,
      KnownTriples known,
      Replies replies) {
    this.plan = plan;
    this.transport = transport;
    this.partitions = partitions;
    this.entities = entities;
    this.known = known;
    this.replies = replies;
    this.comparison = RowComparison.of(plan.scoring().comparison(), plan.dim());
    this.stride = RowComparison.stride(plan.dim());
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
    final int reverse = plan.reciprocal() ? plan.reverse(relation) : relation;
    final float[] tailRows = rows(TriplePlan.ENTITIES, plan.dim(), tails);
    final float[] headRows = rows(TriplePlan.ENTITIES, plan.dim(), heads);
    final float[] relationRows =
        rows(
            TriplePlan.RELATIONS,
            plan.relationDim(),
            new long[] {plan.relationId(relation), plan.relationId(reverse)});
    final RankSums ofTails =
        rank(
            queries(End.TAIL, headRows, relationRows, 0),
            tailRows,
            tails,
            tailType,
            ends(End.TAIL, relation, heads));
    return ofTails.plus(
        rank(
            queries(
                plan.reciprocal() ? End.TAIL : End.HEAD,
                tailRows,
                relationRows,
                plan.relationDim()),
            headRows,
            heads,
            headType,
            ends(End.HEAD, relation, tails)));
  }

  private float[] rows(String table, int dim, long[] ids) {
    BatchEmbeddings rows =
        new BatchEmbeddings(
            List.of(new TouchedRows(table, dim, ids, ids.length)),
            transport,
            partitions,
            partition -> true);
    return rows.await(rows.fetch(RowRead.LATEST), replies).get(0);
  }

  private float[] queries(End missing, float[] entityRows, float[] relationRows, int relation) {
    final int dim = plan.dim();
    final int count = entityRows.length / dim;
    float[] queries = new float[count * stride];
    for (int i = 0; i < count; i++) {
      plan.scoring()
          .query(missing, entityRows, i * dim, relationRows, relation, queries, i * stride, dim);
    }
    return queries;
  }

  /** What is known at an end of each triple; each entity is asked about once. */
  private long[][] ends(End missing, int relation, long[] others) {
    final long[] distinct = Arrays.stream(others).sorted().distinct().toArray();
    final long[][] ends = known.ends(missing, relation, distinct);
    return Arrays.stream(others)
        .mapToObj(id -> ends[Arrays.binarySearch(distinct, id)])
        .toArray(long[][]::new);
  }

  private RankSums rank(
      float[] queries, float[] trueRows, long[] trueIds, int vertexType, long[][] ends) {
    final int count = trueIds.length;
    float[] scores = new float[count];
    final float[] entity = new float[stride];
    final float[] query = new float[stride];
    final float[] score = new float[RowComparison.scoreStride(1)];
    int[] knownEnds = new int[count];
    List<long[]> lists = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < count; i++) {
      System.arraycopy(trueRows, i * plan.dim(), entity, 0, plan.dim());
      System.arraycopy(queries, i * stride, query, 0, stride);
      comparison.scores(query, 1, entity, 1, score);
      scores[i] = score[0];
      // Its own entity is no rival, known or not.
      final long[] list =
          LongStream.concat(Arrays.stream(ends[i]), LongStream.of(trueIds[i]))
              .sorted()
              .distinct()
              .toArray();
      lists.add(list);
      at += list.length;
      knownEnds[i] = at;
    }
    final long[] all = lists.stream().flatMapToLong(Arrays::stream).toArray();
    return sums(counts(new RankQueries(vertexType, queries, scores, all, knownEnds)), count);
  }

  /** Of all hosts together. */
  private long[] counts(RankQueries queries) {
    final List<CompletableFuture<int[]>> asked =
        IntStream.range(0, transport.hosts())
            .mapToObj(host -> entities.counts(host, queries))
            .toList();
    long[] counts = new long[FIGURES * queries.count()];
    for (CompletableFuture<int[]> answer : asked) {
      final int[] some = replies.await(answer, "ranks of triples");
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
