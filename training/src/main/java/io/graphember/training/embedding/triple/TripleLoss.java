// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.training.job.embedding.TripleLossKind;
import io.graphember.training.job.embedding.TripleMethod;

/**
 * The loss of a triple and its negatives, and its gradients by their scores. Negatives are weighted
 * by a softmax of their scores times a temperature, which counts as constant (self-adversarial
 * sampling: Sun et al., ICLR 2019, equation 5); with temperature 0 all alike. With positive score s,
 * negative scores n_j of weights p_j and margin m,
 *
 * <pre>
 * logistic  (-ln sigmoid(m + s) - sum_j p_j ln sigmoid(-m - n_j)) / 2   (equation 6; m = 0 of products)
 * margin    sum_j p_j max(0, m + n_j - s)
 * </pre>
 *
 * <p>Used by one thread.
 */
final class TripleLoss {
  private final boolean logistic;
  private final float margin;
  private final float temperature;
  private float positiveWeight;

  TripleLoss(TripleMethod method, boolean distance) {
    logistic = method.triples().loss() == TripleLossKind.LOGISTIC;
    margin = logistic && !distance ? 0 : method.margin();
    temperature = method.triples().adversarialTemperature();
  }

  /** Gradient of the last loss by the score of the triple. */
  float positiveWeight() {
    return positiveWeight;
  }

  /**
   * Computes a loss.
   *
   * @param positive score of the triple
   * @param scores those of negatives, from {@code at} on; {@link Float#NEGATIVE_INFINITY} where one
   *     does not count
   * @param count how many
   * @param weights receives the gradient of the loss by each of them, at the same places
   */
  double of(float positive, float[] scores, int at, int count, float[] weights) {
    final float sum = shares(scores, at, count, weights);
    return logistic
        ? logistic(positive, scores, at, count, weights, sum)
        : margin(positive, scores, at, count, weights, sum);
  }

  /** Weights of negatives before they are divided by their sum. */
  private float shares(float[] scores, int at, int count, float[] weights) {
    float most = Float.NEGATIVE_INFINITY;
    for (int j = at; j < at + count; j++) {
      most = Math.max(most, scores[j]);
    }
    float sum = 0;
    for (int j = at; j < at + count; j++) {
      if (scores[j] == Float.NEGATIVE_INFINITY) {
        weights[j] = 0;
      } else if (temperature == 0) {
        weights[j] = 1;
      } else {
        weights[j] = Exponential.of(temperature * (scores[j] - most));
      }
      sum += weights[j];
    }
    return sum == 0 ? 1 : sum;
  }

  private double logistic(
      float positive, float[] scores, int at, int count, float[] weights, float sum) {
    double loss = 0.5 * softplus(-(margin + positive));
    positiveWeight = -0.5f * sigmoid(-(margin + positive));
    for (int j = at; j < at + count; j++) {
      if (weights[j] != 0) {
        final float share = 0.5f * weights[j] / sum;
        final float small = Exponential.of(-Math.abs(margin + scores[j]));
        loss += share * (Math.max(0, margin + scores[j]) + Math.log1p(small));
        weights[j] = share * (margin + scores[j] > 0 ? 1 : small) / (1 + small);
      }
    }
    return loss;
  }

  private double margin(
      float positive, float[] scores, int at, int count, float[] weights, float sum) {
    double loss = 0;
    positiveWeight = 0;
    for (int j = at; j < at + count; j++) {
      final float gap = weights[j] == 0 ? 0 : margin + scores[j] - positive;
      weights[j] = gap > 0 ? weights[j] / sum : 0;
      loss += weights[j] * (double) gap;
      positiveWeight -= weights[j];
    }
    return loss;
  }

  private static float sigmoid(float x) {
    return (float) (1 / (1 + Math.exp(-x)));
  }

  private static double softplus(float x) {
    return Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
  }
}
