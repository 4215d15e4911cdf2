// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.Targets;
import java.nio.ByteBuffer;

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
    if (loss instanceof Loss.Classes classes) {
      classes(classes);
    } else if (loss instanceof Loss.Labels labels) {
      labels(labels.labels());
    } else if (loss instanceof Loss.Values values) {
      values(values.values());
    } else if (loss instanceof Loss.Margin margin) {
      margin(margin);
    } else if (loss instanceof Loss.Ranking ranking) {
      ranking(ranking.groupRows());
    } else {
      inBatch();
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

  private void classes(Loss.Classes classes) {
    for (int i = 0; i < rows; i++) {
      int label = classes.labels().getInt(4 * i);
      double weight = classes.weights() == null ? 1 : classes.weights().getFloat(4 * label);
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

  private void labels(ByteBuffer labels) {
    for (int i = 0; i < rows; i++) {
      boolean right = true;
      for (int at = i * columns; at < (i + 1) * columns; at++) {
        double x = outputs[at];
        double y = labels.getFloat(4 * at);
        lossSum += (Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))) - y * x) / columns;
        gradient[at] = (1 / (1 + Math.exp(-x)) - y) / columns;
        right &= x > 0 == y > 0.5;
      }
      correct += right ? 1 : 0;
    }
  }

  private void values(ByteBuffer values) {
    for (int at = 0; at < outputs.length; at++) {
      double error = outputs[at] - values.getFloat(4 * at);
      lossSum += error * error / columns;
      gradient[at] = 2 * error / columns;
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
