// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.ClassTargets;

/** Softmax cross-entropy of logits[seeds, classes] and its gradient. */
final class SoftmaxCrossEntropy {
  private final double[] gradient;
  private double lossSum;
  private int correct;

  SoftmaxCrossEntropy(double[] logits, int seeds, int classes, ClassTargets targets) {
    gradient = new double[logits.length];
    for (int i = 0; i < seeds; i++) {
      final int row = i * classes;
      final int label = targets.labels().getInt(4 * i);
      int best = 0;
      for (int j = 1; j < classes; j++) {
        if (logits[row + j] > logits[row + best]) {
          best = j;
        }
      }
      // Subtracting the largest logit keeps exp() within its range.
      double sum = 0;
      for (int j = 0; j < classes; j++) {
        sum += Math.exp(logits[row + j] - logits[row + best]);
      }
      for (int j = 0; j < classes; j++) {
        double probability = Math.exp(logits[row + j] - logits[row + best]) / sum;
        gradient[row + j] = targets.scale() * (probability - (j == label ? 1 : 0));
      }
      lossSum += Math.log(sum) + logits[row + best] - logits[row + label];
      correct += best == label ? 1 : 0;
    }
  }

  /** Sum of the seeds' losses, not scaled. */
  double lossSum() {
    return lossSum;
  }

  /** Seeds whose largest logit, the first of equals, is at their label. */
  int correct() {
    return correct;
  }

  /** Gradient of scale * loss sum by the logits, [seeds, classes]. */
  double[] gradient() {
    return gradient;
  }
}
