// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.spi.Workers;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.StepResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/** The loss of some masters' outputs, and its gradient. */
final class SeedLoss {
  /** Seeds that are added up together: what sums depend on. */
  private static final int GRAIN = 1024;

  private final int columns;
  private final float scale;
  private final Workers workers;

  /**
   * A loss.
   *
   * @param columns outputs of a vertex
   * @param scale factor of the gradient
   */
  SeedLoss(int columns, float scale, Workers workers) {
    this.columns = columns;
    this.scale = scale;
    this.workers = workers;
  }

  /**
   * Computes a loss of a partition's masters.
   *
   * @param masters whose rows count
   * @param outputs rows by local number
   * @param gradients receives the gradient of these rows
   */
  StepResult compute(int[] masters, Loss loss, float[] outputs, float[] gradients) {
    final int pieces = (masters.length + GRAIN - 1) / GRAIN;
    double[] sums = new double[pieces];
    int[] correct = new int[pieces];
    Rows rows = rows(loss);
    workers.each(
        masters.length,
        GRAIN,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            final int at = masters[i] * columns;
            sums[i / GRAIN] += rows.loss(i, outputs, at, gradients);
            correct[i / GRAIN] += rows.correct(i, outputs, at) ? 1 : 0;
          }
        });
    double sum = 0;
    int hits = 0;
    for (int i = 0; i < pieces; i++) {
      sum += sums[i];
      hits += correct[i];
    }
    return new StepResult(sum, hits);
  }

  private interface Rows {
    double loss(int seed, float[] outputs, int at, float[] gradients);

    boolean correct(int seed, float[] outputs, int at);
  }

  private Rows rows(Loss loss) {
    if (loss instanceof Loss.Classes classes) {
      return new ClassRows(ints(classes.labels()), floats(classes.weights()));
    } else if (loss instanceof Loss.Labels labels) {
      return new LabelRows(floats(labels.labels()));
    } else if (loss instanceof Loss.Values values) {
      return new ValueRows(floats(values.values()));
    }
    throw new IllegalArgumentException(loss + " is no loss of single vertices that count alike");
  }

  private static IntBuffer ints(ByteBuffer buffer) {
    return buffer.duplicate().order(ByteOrder.nativeOrder()).asIntBuffer();
  }

  private static FloatBuffer floats(@Nullable ByteBuffer buffer) {
    return buffer == null
        ? FloatBuffer.allocate(0)
        : buffer.duplicate().order(ByteOrder.nativeOrder()).asFloatBuffer();
  }

  private final class ClassRows implements Rows {
    private final IntBuffer labels;
    private final FloatBuffer weights;

    ClassRows(IntBuffer labels, FloatBuffer weights) {
      this.labels = labels;
      this.weights = weights;
    }

    @Override
    public double loss(int seed, float[] outputs, int at, float[] gradients) {
      final int label = labels.get(seed);
      final double weight = weights.capacity() == 0 ? 1 : weights.get(label);
      float largest = outputs[at];
      for (int j = 1; j < columns; j++) {
        largest = Math.max(largest, outputs[at + j]);
      }
      double sum = 0;
      for (int j = 0; j < columns; j++) {
        final double power = Math.exp(outputs[at + j] - largest);
        gradients[at + j] = (float) power;
        sum += power;
      }
      final double factor = scale * weight / sum;
      for (int j = 0; j < columns; j++) {
        gradients[at + j] = (float) (gradients[at + j] * factor);
      }
      gradients[at + label] -= (float) (scale * weight);
      return weight * (Math.log(sum) + largest - outputs[at + label]);
    }

    @Override
    public boolean correct(int seed, float[] outputs, int at) {
      int best = 0;
      for (int j = 1; j < columns; j++) {
        best = outputs[at + j] > outputs[at + best] ? j : best;
      }
      return best == labels.get(seed);
    }
  }

  private final class LabelRows implements Rows {
    private final FloatBuffer labels;

    LabelRows(FloatBuffer labels) {
      this.labels = labels;
    }

    @Override
    public double loss(int seed, float[] outputs, int at, float[] gradients) {
      double loss = 0;
      for (int j = 0; j < columns; j++) {
        final double o = outputs[at + j];
        final double y = labels.get(seed * columns + j);
        loss += Math.max(o, 0) + Math.log1p(Math.exp(-Math.abs(o))) - y * o;
        gradients[at + j] = (float) (scale * (1 / (1 + Math.exp(-o)) - y) / columns);
      }
      return loss / columns;
    }

    @Override
    public boolean correct(int seed, float[] outputs, int at) {
      boolean all = true;
      for (int j = 0; j < columns; j++) {
        all &= outputs[at + j] > 0 == labels.get(seed * columns + j) > 0.5f;
      }
      return all;
    }
  }

  private final class ValueRows implements Rows {
    private final FloatBuffer values;

    ValueRows(FloatBuffer values) {
      this.values = values;
    }

    @Override
    public double loss(int seed, float[] outputs, int at, float[] gradients) {
      double loss = 0;
      for (int j = 0; j < columns; j++) {
        final double difference = outputs[at + j] - values.get(seed * columns + j);
        loss += difference * difference;
        gradients[at + j] = (float) (scale * 2 * difference / columns);
      }
      return loss / columns;
    }

    @Override
    public boolean correct(int seed, float[] outputs, int at) {
      return false;
    }
  }
}
