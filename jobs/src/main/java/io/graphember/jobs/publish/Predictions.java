// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.Prediction;
import io.graphember.client.api.Vector;
import io.graphember.training.task.ClassificationCounts;
import java.nio.FloatBuffer;
import java.util.List;

/** What is published of the scores of a vertex or an edge. */
public final class Predictions {
  private Predictions() {}

  /** The class with the largest score, and the softmax of all. */
  public static Prediction of(float[] scores, List<String> classNames) {
    return of(FloatBuffer.wrap(scores), 0, classNames);
  }

  /**
   * The class with the largest score, and the softmax of all.
   *
   * @param scores holds those of the vertex from {@code first} on, one a class
   */
  public static Prediction of(FloatBuffer scores, int first, List<String> classNames) {
    final int classes = classNames.size();
    int best = ClassificationCounts.argMax(scores, first, classes);
    double max = scores.get(first + best);
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += Math.exp(scores.get(first + c) - max);
    }
    float[] probabilities = new float[classes];
    for (int c = 0; c < classes; c++) {
      probabilities[c] = (float) (Math.exp(scores.get(first + c) - max) / sum);
    }
    return new Prediction(classNames.get(best), best, probabilities);
  }

  /** Numbers as they are learned, or the probability of each label. */
  public static Vector values(FloatBuffer outputs, int first, int dim, boolean labels) {
    float[] values = new float[dim];
    outputs.get(first, values);
    for (int i = 0; i < dim && labels; i++) {
      values[i] = (float) (1 / (1 + Math.exp(-values[i])));
    }
    return new Vector(values);
  }
}
