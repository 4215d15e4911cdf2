// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** Adds up loss and hits of single-label classification over batches. Used by one thread. */
public final class ClassificationCounts {
  private static final int TOTALS = 3; // before the counts of classes

  private final int classes;
  private final double[] sums; // loss, hits, rows; then hits, predictions and rows of each class

  /** Loss and hits alone. */
  public ClassificationCounts() {
    this(0);
  }

  /**
   * Loss, hits, and those of each class.
   *
   * @param classes number of classes; 0 not to count them apart
   */
  public ClassificationCounts(int classes) {
    this.classes = classes;
    this.sums = new double[TOTALS + 3 * classes];
  }

  /**
   * Adds a batch.
   *
   * @param logits float32[labels.length, classes], native order
   * @param labels class of each row
   * @param columns number of classes
   */
  public void add(ByteBuffer logits, int[] labels, int columns) {
    FloatBuffer values = logits.asFloatBuffer();
    for (int row = 0; row < labels.length; row++) {
      int start = row * columns;
      int best = argMax(values, start, columns);
      double max = values.get(start + best);
      double sum = 0;
      for (int c = 0; c < columns; c++) {
        sum += Math.exp(values.get(start + c) - max);
      }
      sums[0] += max + Math.log(sum) - values.get(start + labels[row]);
      sums[1] += best == labels[row] ? 1 : 0;
      if (classes > 0) {
        sums[TOTALS + labels[row]] += best == labels[row] ? 1 : 0;
        sums[TOTALS + classes + best]++;
        sums[TOTALS + 2 * classes + labels[row]]++;
      }
    }
    sums[2] += labels.length;
  }

  /** Adds sums as {@link #toArray()} gives them, or those of loss, hits and rows alone. */
  public void add(double[] others) {
    for (int i = 0; i < others.length; i++) {
      sums[i] += others[i];
    }
  }

  /** The column of the largest value of a row; the first of several. */
  public static int argMax(FloatBuffer values, int start, int length) {
    int best = 0;
    for (int c = 1; c < length; c++) {
      best = values.get(start + c) > values.get(start + best) ? c : best;
    }
    return best;
  }

  /**
   * Loss sum, hits and rows, and if they are counted hits, predictions and rows of each class; to
   * be added up over trainers.
   */
  public double[] toArray() {
    return sums.clone();
  }

  /** The score of an array of {@link #toArray()} that was added up. */
  public static Score score(double[] sums) {
    return sums[2] == 0
        ? Score.NONE
        : new Score(sums[0] / sums[2], sums[1] / sums[2], (long) sums[2], macroF1(sums));
  }

  /** Mean over the classes that were predicted or true somewhere. */
  private static double macroF1(double[] sums) {
    final int classes = (sums.length - TOTALS) / 3;
    double all = 0;
    int met = 0;
    for (int c = 0; c < classes; c++) {
      final double rows = sums[TOTALS + classes + c] + sums[TOTALS + 2 * classes + c];
      if (rows > 0) {
        all += 2 * sums[TOTALS + c] / rows;
        met++;
      }
    }
    return all / met; // NaN if classes were not counted
  }

  /**
   * A score over some vertices.
   *
   * @param loss mean cross-entropy; NaN without vertices
   * @param accuracy share of right classes; NaN without vertices
   * @param vertices how many
   * @param macroF1 mean of the classes' F1; NaN without vertices, or if classes were not counted
   */
  public record Score(double loss, double accuracy, long vertices, double macroF1) {
    /** Over no vertices. */
    public static final Score NONE = new Score(Double.NaN, Double.NaN, 0, Double.NaN);

    /** A score that does not look at single classes. */
    public Score(double loss, double accuracy, long vertices) {
      this(loss, accuracy, vertices, Double.NaN);
    }

    /** True if this is a better validation: higher accuracy, or the same with a lower loss. */
    public boolean betterThan(Score other) {
      return accuracy > other.accuracy || accuracy == other.accuracy && loss < other.loss;
    }
  }
}
