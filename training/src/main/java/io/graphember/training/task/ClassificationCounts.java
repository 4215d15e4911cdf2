// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Adds up loss and hits of single-label classification over batches; the quality is the accuracy.
 * Used by one thread.
 */
public final class ClassificationCounts implements OutputCounts {
  private static final int CALIBRATION = 3; // behind loss, hits and rows
  private static final int CLASSES = CALIBRATION + Calibration.SUMS;

  private final int classes;
  private final boolean confused; // whether every pair of classes is counted
  private final double[] sums; // see CALIBRATION and CLASSES

  /**
   * No vertex has been seen.
   *
   * @param classes number of classes
   */
  public ClassificationCounts(int classes) {
    this.classes = classes;
    this.confused = classes <= Decisions.MOST_CLASSES;
    // Rows by class and prediction; or hits, predictions and rows of each class.
    this.sums = new double[CLASSES + classes * (confused ? classes : 3)];
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
      Calibration.add(sums, CALIBRATION, 1 / sum, best == label ? 1 : 0);
      count(label, best);
    }
    sums[2] += rows;
  }

  private void count(int label, int predicted) {
    if (confused) {
      sums[CLASSES + label * classes + predicted]++;
      return;
    }
    sums[CLASSES + label] += predicted == label ? 1 : 0;
    sums[CLASSES + classes + predicted]++;
    sums[CLASSES + 2 * classes + label]++;
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
    if (score.vertices() == 0) {
      return score;
    }
    return new Score(
        score.loss(),
        score.quality(),
        score.vertices(),
        macroF1(all),
        Optional.of(new Decisions(confusion(all), Calibration.of(all, CALIBRATION))));
  }

  private List<List<Long>> confusion(double[] all) {
    return IntStream.range(0, confused ? classes : 0)
        .mapToObj(
            label -> IntStream.range(0, classes).mapToObj(c -> (long) pair(all, label, c)).toList())
        .toList();
  }

  private double pair(double[] all, int label, int predicted) {
    return all[CLASSES + label * classes + predicted];
  }

  /** Mean over the classes that were predicted or true somewhere. */
  private double macroF1(double[] all) {
    double f1 = 0;
    int met = 0;
    for (int c = 0; c < classes; c++) {
      final double rows = predicted(all, c) + rows(all, c);
      if (rows > 0) {
        f1 += 2 * hits(all, c) / rows;
        met++;
      }
    }
    return f1 / met;
  }

  private double hits(double[] all, int c) {
    return confused ? pair(all, c, c) : all[CLASSES + c];
  }

  private double predicted(double[] all, int c) {
    return confused
        ? IntStream.range(0, classes).mapToDouble(label -> pair(all, label, c)).sum()
        : all[CLASSES + classes + c];
  }

  private double rows(double[] all, int c) {
    return confused
        ? IntStream.range(0, classes).mapToDouble(p -> pair(all, c, p)).sum()
        : all[CLASSES + 2 * classes + c];
  }
}
