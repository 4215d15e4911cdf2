// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.MatMul;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.tgar.plan.Value;

/**
 * Gradients of parameters and of means that one thread adds up over some rows. There are several,
 * each of rows that follow from the partition alone, and they are added in order: the same bits
 * however many threads there are.
 */
final class ParameterSums {
  private static final float[] NONE = {};

  private final ParameterLayout layout;
  private final float[][] parameters; // padded; empty where nothing was added
  private final float[][] means; // by value

  ParameterSums(ParameterLayout layout, int values) {
    this.layout = layout;
    parameters = new float[layout.parameters().size()][];
    means = new float[values][];
    java.util.Arrays.fill(parameters, NONE);
    java.util.Arrays.fill(means, NONE);
  }

  /** The sum for a parameter, rows {@code stride} floats apart. */
  float[] of(int parameter) {
    if (parameters[parameter].length == 0) {
      ParameterLayout.Parameter of = layout.parameters().get(parameter);
      parameters[parameter] = new float[of.rows() * MatMul.stride(of.columns())];
    }
    return parameters[parameter];
  }

  /** The sum for a mean, or its rows' own sum on the way forward. */
  float[] of(Value mean) {
    if (means[mean.number()].length == 0) {
      means[mean.number()] = new float[MatMul.stride(mean.columns())];
    }
    return means[mean.number()];
  }

  /** Adds the gradients of parameters to a flat buffer. */
  void addTo(float[] gradients) {
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i].length > 0) {
        ParameterLayout.Parameter of = layout.parameters().get(i);
        final int stride = MatMul.stride(of.columns());
        for (int row = 0; row < of.rows(); row++) {
          final int at = of.offset() + row * of.columns();
          for (int j = 0; j < of.columns(); j++) {
            gradients[at + j] += parameters[i][row * stride + j];
          }
        }
      }
    }
  }

  /** Adds what there is for a mean. */
  void addTo(Value mean, float[] sum) {
    float[] own = means[mean.number()];
    for (int j = 0; j < Math.min(own.length, sum.length); j++) {
      sum[j] += own[j];
    }
  }
}
