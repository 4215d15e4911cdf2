// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.kernels.Exponentials;
import io.graphember.training.job.embedding.TripleLossKind;
import io.graphember.training.job.embedding.TripleMethod;
import java.util.Arrays;

/**
 * The loss of a triple and its negatives, and its gradients by their scores. Negatives are weighted
 * by a softmax of their scores times a temperature, which counts as constant (self-adversarial
 * sampling: Sun et al., ICLR 2019, equation 5); with temperature 0 all alike. With positive score
 * s, negative scores n_j of weights p_j and margin m,
 *
 * <pre>
 * logistic  (-ln sigmoid(m + s) - sum_j p_j ln sigmoid(-m - n_j)) / 2   (equation 6; m = 0 of products)
 * margin    sum_j p_j max(0, m + n_j - s)
 * </pre>
 *
 * <p>Used by one thread.
 */
final class TripleLoss {
  /** Share of a negative below which it has none: what a score of no negative comes to. */
  private static final float LEAST_SHARE = 1e-30f;

  private final boolean logistic;
  private final float margin;
  private final float temperature;
  private final float[] shares; // of the negatives of one triple, before they are divided
  private float positiveWeight;

  /**
   * A loss.
   *
   * @param distance true if scores are negative distances
   * @param negatives of a triple
   */
  TripleLoss(TripleMethod method, boolean distance, int negatives) {
    logistic = method.triples().loss() == TripleLossKind.LOGISTIC;
    margin = logistic && !distance ? 0 : method.margin();
    temperature = method.triples().adversarialTemperature();
    shares = new float[negatives];
  }

  /** Gradient of the last loss by the score of the triple. */
  float positiveWeight() {
    return positiveWeight;
  }

  /**
   * Weighs a triple and its negatives.
   *
   * @param positive score of the triple
   * @param scores those of negatives, from {@code at} on; {@link Float#NEGATIVE_INFINITY} where one
   *     does not count
   * @param weights receives the gradient of the loss by each of them, at the same places
   */
  void weigh(float positive, float[] scores, int at, float[] weights) {
    final float sum = share(scores, at);
    if (logistic) {
      weighEach(positive, scores, at, weights, sum);
    } else {
      weighPairs(positive, scores, at, weights, sum);
    }
  }

  /** The loss of what was {@linkplain #weigh weighed} last. */
  double of(float positive, float[] scores, int at) {
    double sum = 0;
    double loss = 0;
    for (int j = 0; j < shares.length; j++) {
      if (scores[at + j] > Float.NEGATIVE_INFINITY) {
        final double score = margin + (double) scores[at + j];
        sum += shares[j];
        loss += shares[j] * (logistic ? softplus(score) / 2 : Math.max(0, score - positive));
      }
    }
    return (sum == 0 ? 0 : loss / sum) + (logistic ? softplus(-margin - positive) / 2 : 0);
  }

  /** Shares of negatives; their sum. */
  private float share(float[] scores, int at) {
    System.arraycopy(scores, at, shares, 0, shares.length);
    final float most = Exponentials.BEST.max(shares, 0, shares.length);
    if (most == Float.NEGATIVE_INFINITY) {
      Arrays.fill(shares, 0);
      return 1;
    }
    if (temperature > 0) {
      return Exponentials.BEST.exp(
          shares, 0, shares.length, temperature, -temperature * most, shares);
    }
    float sum = 0;
    for (int j = 0; j < shares.length; j++) {
      shares[j] = shares[j] == Float.NEGATIVE_INFINITY ? 0 : 1;
      sum += shares[j];
    }
    return sum;
  }

  private void weighEach(float positive, float[] scores, int at, float[] weights, float sum) {
    positiveWeight = (float) (-0.5 / (1 + Math.exp(margin + positive)));
    Exponentials.BEST.exp(scores, at, shares.length, -1, -margin, weights);
    final float half = 0.5f / sum;
    for (int j = 0; j < shares.length; j++) {
      weights[at + j] = shares[j] * half / (1 + weights[at + j]);
    }
  }

  private void weighPairs(float positive, float[] scores, int at, float[] weights, float sum) {
    positiveWeight = 0;
    for (int j = 0; j < shares.length; j++) {
      final boolean near = shares[j] > LEAST_SHARE && margin + scores[at + j] > positive;
      weights[at + j] = near ? shares[j] / sum : 0;
      positiveWeight -= weights[at + j];
    }
  }

  private static double softplus(double x) {
    return Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
  }
}
