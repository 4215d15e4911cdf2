// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Counts labels of vertices that may have several: a label is predicted where its output is more
 * than 0, a probability of a half. The quality is micro F1, over all decisions together; macro F1
 * is the mean over the labels that are there or predicted somewhere. Used by one thread.
 */
public final class MultiLabelCounts implements OutputCounts {
  private static final int CALIBRATION = 2; // behind loss and rows
  private static final int TOTALS = CALIBRATION + Calibration.SUMS; // before the counts of labels

  private final int labels;
  private final double[] sums; // then hits, labels predicted and labels there, by label

  /**
   * No vertex has been seen.
   *
   * @param labels number of labels
   */
  public MultiLabelCounts(int labels) {
    this.labels = labels;
    this.sums = new double[TOTALS + 3 * labels];
  }

  /** {@inheritDoc} Expected are float32[rows, labels], 0 to 1 each. */
  @Override
  public void add(ByteBuffer outputs, ByteBuffer expected, int rows) {
    for (int row = 0; row < rows; row++) {
      double loss = 0;
      for (int label = 0; label < labels; label++) {
        final int at = Float.BYTES * (row * labels + label);
        final double output = outputs.getFloat(at);
        final double truth = expected.getFloat(at);
        loss += Math.max(output, 0) + Math.log1p(Math.exp(-Math.abs(output))) - truth * output;
        final boolean predicted = output > 0;
        final boolean there = truth > 0.5;
        final double sure = 1 / (1 + Math.exp(-Math.abs(output)));
        Calibration.add(sums, CALIBRATION, sure, predicted ? truth : 1 - truth);
        sums[TOTALS + label] += predicted && there ? 1 : 0;
        sums[TOTALS + labels + label] += predicted ? 1 : 0;
        sums[TOTALS + 2 * labels + label] += there ? 1 : 0;
      }
      sums[0] += loss / labels;
    }
    sums[1] += rows;
  }

  @Override
  public double[] toArray() {
    return sums.clone();
  }

  @Override
  public Score total(double[] all) {
    if (all[1] == 0) {
      return Score.NONE;
    }
    double macro = 0;
    int met = 0;
    for (int label = 0; label < labels; label++) {
      final double decisions = all[TOTALS + labels + label] + all[TOTALS + 2 * labels + label];
      if (decisions > 0) {
        macro += 2 * all[TOTALS + label] / decisions;
        met++;
      }
    }
    final double hits = sum(all, 0);
    final double decisions = sum(all, 1) + sum(all, 2);
    return new Score(
        all[0] / all[1],
        decisions == 0 ? 0 : 2 * hits / decisions,
        (long) all[1],
        met == 0 ? 0 : macro / met,
        Optional.of(new Decisions(List.of(), Calibration.of(all, CALIBRATION))));
  }

  private double sum(double[] all, int part) {
    final int from = TOTALS + part * labels;
    return Arrays.stream(all, from, from + labels).sum();
  }
}
