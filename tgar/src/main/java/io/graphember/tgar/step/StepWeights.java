// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.MatMul;
import io.graphember.kernels.rows.HeadKernels;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;

/** The parameters of a step as kernels read them: rows {@code stride} floats apart. Any thread. */
final class StepWeights {
  private final Plan plan;
  private final ParameterLayout layout;
  private final float[][] matrices; // by parameter
  private final float[][] transposed; // by value, of products
  private final HeadKernels.Blocks[] blocks; // by value, of products by type
  private final HeadKernels.Blocks[] back; // the same transposed

  StepWeights(Plan plan, ParameterLayout layout, float[] parameters) {
    this.plan = plan;
    this.layout = layout;
    matrices = new float[layout.parameters().size()][];
    for (int i = 0; i < matrices.length; i++) {
      matrices[i] = padded(layout.parameters().get(i), parameters);
    }
    final int values = plan.values().size();
    transposed = new float[values][];
    blocks = new HeadKernels.Blocks[values];
    back = new HeadKernels.Blocks[values];
    for (Value value : plan.values()) {
      switch (value.kind()) {
        case LINEAR -> transposed[value.number()] = transposedOf(value);
        case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED -> makeBlocks(value);
        default -> {}
      }
    }
  }

  private static float[] padded(ParameterLayout.Parameter parameter, float[] parameters) {
    final int stride = MatMul.stride(parameter.columns());
    float[] matrix = new float[Math.multiplyExact(parameter.rows(), stride)];
    for (int i = 0; i < parameter.rows(); i++) {
      System.arraycopy(
          parameters,
          parameter.offset() + i * parameter.columns(),
          matrix,
          i * stride,
          parameter.columns());
    }
    return matrix;
  }

  private float[] transposedOf(Value value) {
    ParameterLayout.Parameter parameter = layout.parameters().get(value.parameter());
    return HeadKernels.Blocks.transposed(
            matrices[value.parameter()], 1, parameter.rows(), parameter.columns())
        .weight();
  }

  private void makeBlocks(Value value) {
    float[] weight = matrices[value.parameter()];
    final int ofBlock = layout.parameters().get(value.parameter()).columns();
    final int columns = plan.values().get(value.first()).columns();
    final boolean turned = value.kind() == Kind.TYPED_LINEAR_TRANSPOSED;
    final int heads = (turned ? columns : value.columns()) / ofBlock;
    final int rows = (turned ? value.columns() : columns) / heads;
    HeadKernels.Blocks plain = new HeadKernels.Blocks(weight, heads, rows, ofBlock);
    HeadKernels.Blocks other = HeadKernels.Blocks.transposed(weight, heads, rows, ofBlock);
    blocks[value.number()] = turned ? other : plain;
    back[value.number()] = turned ? plain : other;
  }

  /** Rows of a parameter. */
  int rows(int parameter) {
    return layout.parameters().get(parameter).rows();
  }

  /** A parameter. */
  float[] matrix(int parameter) {
    return matrices[parameter];
  }

  /** The matrix of a product, transposed. */
  float[] transposed(Value value) {
    return transposed[value.number()];
  }

  /** The matrices of a product by type. */
  HeadKernels.Blocks blocks(Value value) {
    return blocks[value.number()];
  }

  /** The matrices that its gradient is multiplied by. */
  HeadKernels.Blocks back(Value value) {
    return back[value.number()];
  }
}
