// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.triple.End;
import io.graphember.spi.triple.TripleScoring;
import java.util.Arrays;

/**
 * The gradients of one end of the triples of a chunk. In stages over the chunk: queries, negatives
 * side by side, all scores, losses, gradients of queries and negatives, and back to the rows. Keeps
 * scratch; used by one thread.
 */
final class ChunkGradients {
  /** Of so many triples one is looked at: a loss takes as long as training a triple. */
  private static final int LOOKED_AT = 8;

  private final TriplePlan plan;
  private final TripleScoring scoring;
  private final RowComparison comparison;
  private final PairComparison single;
  private final TripleLoss loss;
  private final int dim;
  private final int relationDim;
  private final int stride;
  private final int scoreStride;
  private final float[] queries;
  private final float[] queryGradients;
  private final float[] negatives;
  private final float[] negativeGradients;
  private final float[] scores;
  private final float[] weights;

  ChunkGradients(TriplePlan plan) {
    this.plan = plan;
    this.scoring = plan.scoring();
    this.dim = plan.dim();
    this.relationDim = plan.relationDim();
    this.comparison = RowComparison.of(scoring.comparison(), dim);
    this.single = new PairComparison(scoring.comparison(), dim);
    this.loss = new TripleLoss(plan.method(), scoring.comparison().distance(), plan.negatives());
    this.stride = RowComparison.stride(dim);
    this.scoreStride = RowComparison.scoreStride(plan.negatives());
    final int most = Math.min(plan.chunkSize(), plan.batchSize());
    queries = new float[most * stride];
    queryGradients = new float[queries.length];
    negatives = new float[plan.negatives() * stride];
    negativeGradients = new float[negatives.length];
    scores = new float[most * scoreStride];
    weights = new float[scores.length];
  }

  /**
   * Adds the gradients of the triples {@code from .. to - 1}.
   *
   * @param missing the end that is asked for
   * @return sum of the losses of those that are looked at, see {@link #lookedAt}
   */
  double add(TripleBatch batch, int from, int to, End missing, TripleRows rows) {
    final int count = to - from;
    final int firstNegative =
        (from / plan.chunkSize() * 2 + missing.other().ordinal()) * plan.negatives();
    makeQueries(batch, from, to, missing, rows);
    gather(batch.negatives(), firstNegative, rows.entities());
    comparison.scores(queries, count, negatives, plan.negatives(), scores);
    leaveOut(batch, from, to, missing, firstNegative);
    Arrays.fill(queryGradients, 0, count * stride, 0);
    Arrays.fill(negativeGradients, 0);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += addOwn(i, wanted(batch, missing)[from + i] * dim, rows);
    }
    comparison.addGradients(
        queries,
        count,
        negatives,
        plan.negatives(),
        scores,
        weights,
        queryGradients,
        negativeGradients);
    scatter(batch.negatives(), firstNegative, rows.entityGradients());
    backToRows(batch, from, to, missing, rows);
    return sum;
  }

  /** How many triples of a chunk of so many are looked at for their loss. */
  static int lookedAt(int count) {
    return (count + LOOKED_AT - 1) / LOOKED_AT;
  }

  private static int[] wanted(TripleBatch batch, End missing) {
    return missing == End.TAIL ? batch.tails() : batch.heads();
  }

  /** What is asked: with reciprocal relations always for a tail. */
  private End asked(End missing) {
    return plan.reciprocal() ? End.TAIL : missing;
  }

  private void makeQueries(TripleBatch batch, int from, int to, End missing, TripleRows rows) {
    final int[] known = wanted(batch, missing.other());
    final int[] relations = missing == End.TAIL ? batch.forward() : batch.backward();
    for (int i = from; i < to; i++) {
      scoring.query(
          asked(missing),
          rows.entities(),
          known[i] * dim,
          rows.relations(),
          relations[i] * relationDim,
          queries,
          (i - from) * stride,
          dim);
    }
  }

  private void gather(int[] numbers, int first, float[] entities) {
    for (int j = 0; j < plan.negatives(); j++) {
      System.arraycopy(entities, numbers[first + j] * dim, negatives, j * stride, dim);
    }
  }

  /** A negative that is the triple's own entity, or known to make a triple, is none. */
  private void leaveOut(TripleBatch batch, int from, int to, End missing, int firstNegative) {
    final int[] wanted = wanted(batch, missing);
    final int known = knownAt(from, to, missing);
    for (int i = from; i < to; i++) {
      for (int j = 0; j < plan.negatives(); j++) {
        if (batch.negatives()[firstNegative + j] == wanted[i]
            || batch.known().length > 0
                && batch.known()[known + (i - from) * plan.negatives() + j]) {
          scores[(i - from) * scoreStride + j] = Float.NEGATIVE_INFINITY;
        }
      }
    }
  }

  /** Where the flags of a chunk's end begin: both ends of the chunks before are in front. */
  private int knownAt(int from, int to, End missing) {
    return (2 * from + (missing == End.TAIL ? 0 : to - from)) * plan.negatives();
  }

  /** Weighs a triple and its negatives, adds the gradients of its own entity; its loss, or 0. */
  private double addOwn(int i, int entity, TripleRows rows) {
    final float score = single.score(queries, i * stride, rows.entities(), entity);
    loss.weigh(score, scores, i * scoreStride, weights);
    single.addGradients(
        queries,
        queryGradients,
        i * stride,
        rows.entities(),
        rows.entityGradients(),
        entity,
        score,
        loss.positiveWeight());
    return (i & LOOKED_AT - 1) == 0 ? loss.of(score, scores, i * scoreStride) : 0;
  }

  private void scatter(int[] numbers, int first, float[] gradients) {
    for (int j = 0; j < plan.negatives(); j++) {
      final int at = numbers[first + j] * dim;
      for (int k = 0; k < dim; k++) {
        gradients[at + k] += negativeGradients[j * stride + k];
      }
    }
  }

  private void backToRows(TripleBatch batch, int from, int to, End missing, TripleRows rows) {
    final int[] known = wanted(batch, missing.other());
    final int[] relations = missing == End.TAIL ? batch.forward() : batch.backward();
    for (int i = from; i < to; i++) {
      scoring.addGradients(
          asked(missing),
          rows.entities(),
          rows.entityGradients(),
          known[i] * dim,
          rows.relations(),
          rows.relationGradients(),
          relations[i] * relationDim,
          queryGradients,
          (i - from) * stride,
          dim);
    }
  }
}
