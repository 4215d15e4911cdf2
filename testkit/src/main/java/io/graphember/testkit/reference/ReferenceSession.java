// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.ClassTargets;
import io.graphember.spi.backend.Dropout;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.StepResult;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** The whole model, layer after layer and back. */
final class ReferenceSession implements ModelSession {
  private final ModelSpec spec;
  private boolean closed;

  ReferenceSession(ModelSpec spec) {
    this.spec = spec;
  }

  @Override
  public ModelSpec spec() {
    return spec;
  }

  @Override
  public StepResult forwardBackward(
      MiniBatch batch,
      ClassTargets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      ByteBuffer inputGradients) {
    requireOpen();
    spec.requireFits(batch);
    if (batch.input() instanceof BatchInput.Aggregated
        && (inputGradients != null || spec.inputDropout() > 0)) {
      throw new IllegalArgumentException(
          "aggregated input has no input gradients and no input dropout");
    }
    double[] weights = read(parameters, spec.layout().length());
    Pass pass = new Pass(batch, weights, true);
    SoftmaxCrossEntropy loss =
        new SoftmaxCrossEntropy(pass.logits, batch.seeds(), spec.outputDim(), targets);
    double[] weightGradients = new double[weights.length];
    double[] rowGradients = pass.backward(loss.gradient(), weightGradients, inputGradients != null);
    write(weightGradients, gradients);
    if (inputGradients != null) {
      write(rowGradients, inputGradients);
    }
    return new StepResult(loss.lossSum(), loss.correct());
  }

  @Override
  public void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, ByteBuffer embeddings) {
    requireOpen();
    spec.requireFits(batch);
    Pass pass = new Pass(batch, read(parameters, spec.layout().length()), false);
    write(pass.logits, logits);
    if (embeddings != null) {
      double[] rows = spec.layers() == 1 ? pass.logits : pass.inputs[spec.layers() - 1];
      write(Arrays.copyOf(rows, batch.seeds() * spec.embeddingDim()), embeddings);
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
  }

  private static double[] read(ByteBuffer buffer, int length) {
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = buffer.getFloat(4 * i);
    }
    return values;
  }

  private static void write(double[] values, ByteBuffer buffer) {
    for (int i = 0; i < values.length; i++) {
      buffer.putFloat(4 * i, (float) values[i]);
    }
  }

  /** Forward over one batch; keeps what backward needs. */
  private final class Pass {
    private final double[] weights;
    private final LayerPass[] layers = new LayerPass[spec.layers()];

    /** Rows that enter each layer; layer 0's are null if they came aggregated. */
    private final double[][] inputs = new double[spec.layers()][];

    /** Dropout mask of each layer's input; null for none. */
    private final double[][] masks = new double[spec.layers()][];

    private final double[] logits;

    Pass(MiniBatch batch, double[] weights, boolean training) {
      this.weights = weights;
      for (int k = 0; k < layers.length; k++) {
        layers[k] = new LayerPass(spec, k, batch.blocks().get(k));
      }
      double[] rows = firstLayer(batch, training);
      for (int k = 1; k < layers.length; k++) {
        rows = layer(k, rectified(rows), batch.dropoutKey(), training);
      }
      logits = rows;
    }

    private double[] firstLayer(MiniBatch batch, boolean training) {
      Block block = batch.blocks().get(0);
      if (batch.input() instanceof BatchInput.Rows input) {
        double[] rows = read(input.rows(), block.sources() * spec.inputDim());
        return layer(0, rows, batch.dropoutKey(), training);
      }
      BatchInput.Aggregated input = (BatchInput.Aggregated) batch.input();
      int length = block.destinations() * spec.inputDim();
      return layers[0].forward(
          read(input.self(), length), read(input.aggregated(), length), weights);
    }

    private double[] layer(int k, double[] rows, long dropoutKey, boolean training) {
      float rate = k == 0 ? spec.inputDropout() : spec.hiddenDropout();
      inputs[k] = rows;
      if (training && rate > 0) {
        masks[k] = mask(dropoutKey, k, rate, rows.length);
        inputs[k] = product(rows, masks[k]);
      }
      return layers[k].forward(inputs[k], weights);
    }

    /** Adds the parameters' gradients; returns the input rows' gradient or null. */
    double[] backward(double[] logitGradient, double[] weightGradients, boolean wantRows) {
      double[] gradient = logitGradient;
      for (int k = layers.length - 1; k >= 0; k--) {
        layers[k].backwardParameters(gradient, weightGradients);
        if (k == 0 && !wantRows) {
          return null;
        }
        gradient = layers[k].backwardRows(gradient, weights);
        if (masks[k] != null) {
          gradient = product(gradient, masks[k]);
        }
        for (int i = 0; k > 0 && i < gradient.length; i++) {
          // A masked value is positive only if ReLU let it through; a dropped one has no gradient.
          gradient[i] = inputs[k][i] > 0 ? gradient[i] : 0;
        }
      }
      return gradient;
    }
  }

  private static double[] rectified(double[] rows) {
    double[] result = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      result[i] = Math.max(0, rows[i]);
    }
    return result;
  }

  private static double[] product(double[] left, double[] right) {
    double[] result = new double[left.length];
    for (int i = 0; i < left.length; i++) {
      result[i] = left[i] * right[i];
    }
    return result;
  }

  private static double[] mask(long dropoutKey, int layer, float rate, int length) {
    FloatBuffer mask = FloatBuffer.allocate(length);
    Dropout.fill(dropoutKey, layer, rate, length, mask);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = mask.get(i);
    }
    return values;
  }
}
