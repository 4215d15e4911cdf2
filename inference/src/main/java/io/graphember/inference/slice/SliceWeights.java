// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.kernels.MatMul;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.model.Weight;
import java.util.List;

/**
 * The parameters of one slice, each row of a weight padded with zeros to a multiple of {@link
 * MatMul#LINE} floats. Immutable; safe for any thread.
 */
public final class SliceWeights {
  private final List<Weight> shapes;
  private final float[][] weights;

  /**
   * Weights of a slice.
   *
   * @param layout layout of the model
   * @param parameters all parameters of the model
   */
  public SliceWeights(Slice slice, ParameterLayout layout, float[] parameters) {
    List<Parameter> placed = layout.of(slice.layer());
    shapes = slice.program().weights();
    weights = new float[placed.size()][];
    for (int w = 0; w < weights.length; w++) {
      Weight weight = shapes.get(w);
      final int stride = MatMul.stride(weight.columns());
      weights[w] = new float[Math.multiplyExact(weight.rows(), stride)];
      for (int i = 0; i < weight.rows(); i++) {
        final int from = placed.get(w).offset() + i * weight.columns();
        System.arraycopy(parameters, from, weights[w], i * stride, weight.columns());
      }
    }
  }

  /** A weight, {@code [rows, stride]}. */
  float[] get(int weight) {
    return weights[weight];
  }

  /** A copy of a weight without padding, {@code [rows, columns]}. */
  public float[] matrix(int weight) {
    final Weight shape = shapes.get(weight);
    final int stride = MatMul.stride(shape.columns());
    float[] matrix = new float[shape.rows() * shape.columns()];
    for (int i = 0; i < shape.rows(); i++) {
      System.arraycopy(weights[weight], i * stride, matrix, i * shape.columns(), shape.columns());
    }
    return matrix;
  }
}
