// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.Targets;
import java.nio.ByteBuffer;
import java.util.function.IntToDoubleFunction;

/** A loss of outputs[rows, columns] and its gradient. */
final class LossPass {
  private final double[] outputs;
  private final int rows;
  private final int columns;
  private final double[] gradient;
  private double lossSum;
  private int correct;

  LossPass(double[] outputs, int rows, int columns, Targets targets) {
    this.outputs = outputs;
    this.rows = rows;
    this.columns = columns;
    gradient = new double[outputs.length];
    Loss loss = targets.loss();
    if (loss instanceof Loss.Weighted weighted) {
      byRow(weighted.rows(), row -> weighted.weights().getFloat(4 * row));
    } else if (loss instanceof Loss.Margin margin) {
      margin(margin);
    } else if (loss instanceof Loss.Ranking ranking) {
      ranking(ranking.groupRows());
    } else if (loss instanceof Loss.InBatch) {
      inBatch();
    } else {
      byRow(loss, row -> 1);
    }
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] *= targets.scale();
    }
  }

  /** Sum of the losses, not scaled. */
  double lossSum() {
    return lossSum;
  }

  /** Rows or groups that are correct. */
  int correct() {
    return correct;
  }

  /** Gradient of scale * loss sum by the outputs, [rows, columns]. */
  double[] gradient() {
    return gradient;
  }

  private void byRow(Loss loss, IntToDoubleFunction weights) {
    if (loss instanceof Loss.Classes classes) {
      classes(classes, weights);
    } else if (loss instanceof Loss.Labels labels) {
      labels(labels.labels(), weights);
    } else {
      values(((Loss.Values) loss).values(), weights);
    }
  }

  private void classes(Loss.Classes classes, IntToDoubleFunction weights) {
    for (int i = 0; i < rows; i++) {
      int label = classes.labels().getInt(4 * i);
      double ofClass = classes.weights() == null ? 1 : classes.weights().getFloat(4 * label);
      double weight = ofClass * weights.applyAsDouble(i);
      correct += softmax(i * columns, columns, label, weight) == label ? 1 : 0;
    }
  }

  /** Of square outputs: each row's class is its own number. */
  private void inBatch() {
    for (int i = 0; i < rows; i++) {
      correct += softmax(i * rows, rows, i, 1) == i ? 1 : 0;
    }
  }

  private void ranking(int group) {
    for (int at = 0; at < rows; at += group) {
      softmax(at, group, 0, 1);
      correct += leads(at, group) ? 1 : 0;
    }
  }

  /** Cross-entropy of some neighbouring outputs; the place of the largest, the first of equals. */
  private int softmax(int at, int length, int label, double weight) {
    int best = 0;
    for (int j = 1; j < length; j++) {
      if (outputs[at + j] > outputs[at + best]) {
        best = j;
      }
    }
    // Subtracting the largest output keeps exp() within its range.
    double sum = 0;
    for (int j = 0; j < length; j++) {
      sum += Math.exp(outputs[at + j] - outputs[at + best]);
    }
    for (int j = 0; j < length; j++) {
      double probability = Math.exp(outputs[at + j] - outputs[at + best]) / sum;
      gradient[at + j] = weight * (probability - (j == label ? 1 : 0));
    }
    lossSum += weight * (Math.log(sum) + outputs[at + best] - outputs[at + label]);
    return best;
  }

  private void labels(ByteBuffer labels, IntToDoubleFunction weights) {
    for (int i = 0; i < rows; i++) {
      double weight = weights.applyAsDouble(i) / columns;
      boolean right = true;
      for (int at = i * columns; at < (i + 1) * columns; at++) {
        double x = outputs[at];
        double y = labels.getFloat(4 * at);
        lossSum += weight * (Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))) - y * x);
        gradient[at] = weight * (1 / (1 + Math.exp(-x)) - y);
        right &= x > 0 == y > 0.5;
      }
      correct += right ? 1 : 0;
    }
  }

  private void values(ByteBuffer values, IntToDoubleFunction weights) {
    for (int at = 0; at < outputs.length; at++) {
      double weight = weights.applyAsDouble(at / columns) / columns;
      double error = outputs[at] - values.getFloat(4 * at);
      lossSum += weight * error * error;
      gradient[at] = weight * 2 * error;
    }
  }

  private void margin(Loss.Margin margin) {
    int group = margin.groupRows();
    for (int at = 0; at < rows; at += group) {
      for (int n = at + 1; n < at + group; n++) {
        double lead = margin.margin() - outputs[at] + outputs[n];
        if (lead > 0) {
          lossSum += lead / margin.negatives();
          gradient[at] -= 1.0 / margin.negatives();
          gradient[n] += 1.0 / margin.negatives();
        }
      }
      correct += leads(at, group) ? 1 : 0;
    }
  }

  private boolean leads(int at, int group) {
    for (int n = at + 1; n < at + group; n++) {
      if (outputs[n] >= outputs[at]) {
        return false;
      }
    }
    return true;
  }
}
