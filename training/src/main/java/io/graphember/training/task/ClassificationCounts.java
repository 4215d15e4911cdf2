// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** Adds up loss and hits of single-label classification over batches. Used by one thread. */
public final class ClassificationCounts {
  private double lossSum;
  private double correct;
  private double count;

  /**
   * Adds a batch.
   *
   * @param logits float32[labels.length, classes], native order
   * @param labels class of each row
   * @param classes number of classes
   */
  public void add(ByteBuffer logits, int[] labels, int classes) {
    FloatBuffer values = logits.asFloatBuffer();
    for (int row = 0; row < labels.length; row++) {
      int start = row * classes;
      int best = argMax(values, start, classes);
      double max = values.get(start + best);
      double sum = 0;
      for (int c = 0; c < classes; c++) {
        sum += Math.exp(values.get(start + c) - max);
      }
      lossSum += max + Math.log(sum) - values.get(start + labels[row]);
      correct += best == labels[row] ? 1 : 0;
    }
    count += labels.length;
  }

  /** Adds sums of loss, hits and rows, as {@link #toArray()} gives them. */
  public void add(double[] sums) {
    lossSum += sums[0];
    correct += sums[1];
    count += sums[2];
  }

  /** The column of the largest value of a row; the first of several. */
  public static int argMax(FloatBuffer values, int start, int length) {
    int best = 0;
    for (int c = 1; c < length; c++) {
      best = values.get(start + c) > values.get(start + best) ? c : best;
    }
    return best;
  }

  /** Loss sum, hits and rows, to be added up over trainers. */
  public double[] toArray() {
    return new double[] {lossSum, correct, count};
  }

  /** The score of an array of {@link #toArray()} that was added up. */
  public static Score score(double[] sums) {
    return sums[2] == 0
        ? new Score(Double.NaN, Double.NaN, 0)
        : new Score(sums[0] / sums[2], sums[1] / sums[2], (long) sums[2]);
  }

  /**
   * A score over some vertices.
   *
   * @param loss mean cross-entropy; NaN without vertices
   * @param accuracy share of right classes; NaN without vertices
   * @param vertices how many
   */
  public record Score(double loss, double accuracy, long vertices) {
    /** True if this is a better validation: higher accuracy, or the same with a lower loss. */
    public boolean betterThan(Score other) {
      return accuracy > other.accuracy || accuracy == other.accuracy && loss < other.loss;
    }
  }
}
