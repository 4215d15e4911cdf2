// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * Adds up loss and hits of single-label classification over batches; the quality is the accuracy.
 * Used by one thread.
 */
public final class ClassificationCounts implements OutputCounts {
  private static final int TOTALS = 3; // before the counts of classes

  private final int classes;
  private final double[] sums; // loss, hits, rows; then hits, predictions and rows of each class

  /**
   * No vertex has been seen.
   *
   * @param classes number of classes
   */
  public ClassificationCounts(int classes) {
    this.classes = classes;
    this.sums = new double[TOTALS + 3 * classes];
  }

  /** {@inheritDoc} Expected are int32[rows], the class of each. */
  @Override
  public void add(ByteBuffer logits, ByteBuffer expected, int rows) {
    FloatBuffer values = logits.asFloatBuffer();
    for (int row = 0; row < rows; row++) {
      final int label = expected.getInt(Integer.BYTES * row);
      int start = row * classes;
      int best = argMax(values, start, classes);
      double max = values.get(start + best);
      double sum = 0;
      for (int c = 0; c < classes; c++) {
        sum += Math.exp(values.get(start + c) - max);
      }
      sums[0] += max + Math.log(sum) - values.get(start + label);
      sums[1] += best == label ? 1 : 0;
      sums[TOTALS + label] += best == label ? 1 : 0;
      sums[TOTALS + classes + best]++;
      sums[TOTALS + 2 * classes + label]++;
    }
    sums[2] += rows;
  }

  /** The column of the largest value of a row; the first of several. */
  public static int argMax(FloatBuffer values, int start, int length) {
    int best = 0;
    for (int c = 1; c < length; c++) {
      best = values.get(start + c) > values.get(start + best) ? c : best;
    }
    return best;
  }

  @Override
  public double[] toArray() {
    return sums.clone();
  }

  @Override
  public Score total(double[] all) {
    Score score = Score.of(all);
    return new Score(score.loss(), score.quality(), score.vertices(), macroF1(all));
  }

  /** Mean over the classes that were predicted or true somewhere. */
  private double macroF1(double[] all) {
    double f1 = 0;
    int met = 0;
    for (int c = 0; c < classes; c++) {
      final double rows = all[TOTALS + classes + c] + all[TOTALS + 2 * classes + c];
      if (rows > 0) {
        f1 += 2 * all[TOTALS + c] / rows;
        met++;
      }
    }
    return f1 / met; // NaN without vertices
  }
}
