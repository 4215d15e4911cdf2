// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.InputProduct;
import io.graphember.spi.model.InputProduct.Operand;
import io.graphember.spi.model.InputProduct.Term;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The operands of an {@link InputProduct} side by side in one row, and its weights in one matrix,
 * each below what it multiplies. Weights of the same operand are added.
 */
final class InputLayout {
  private final InputProduct product;
  private final List<ParameterLayout.Parameter> weights;
  private final Map<Operand, Integer> begins = new EnumMap<>(Operand.class);
  private final int inputDim;
  private final int aggregatedDim;
  private final int columns;

  /**
   * For one layer.
   *
   * @param weights its parameters
   * @param inputDim floats of an own row
   * @param aggregatedDim floats of an aggregated row
   */
  InputLayout(
      InputProduct product,
      List<ParameterLayout.Parameter> weights,
      int inputDim,
      int aggregatedDim) {
    this.product = product;
    this.weights = weights;
    this.inputDim = inputDim;
    this.aggregatedDim = aggregatedDim;
    int begin = 0;
    for (Operand operand : Operand.values()) {
      if (product.terms().stream().anyMatch(term -> term.operand() == operand)) {
        begins.put(operand, begin);
        begin = Math.addExact(begin, width(operand));
      }
    }
    columns = begin;
  }

  private int width(Operand operand) {
    return switch (operand) {
      case SELF -> inputDim;
      case AGGREGATED, AGGREGATED_WITH_SELF -> aggregatedDim;
      case ONE -> 1;
    };
  }

  /** What is multiplied. */
  InputProduct product() {
    return product;
  }

  /** Columns of a row, and rows of the matrix. */
  int columns() {
    return columns;
  }

  /** Columns of a row that are not constant: a bias comes last. */
  int variableColumns() {
    return begins.getOrDefault(Operand.ONE, columns);
  }

  /** Floats of an own row. */
  int inputDim() {
    return inputDim;
  }

  /** Floats of an aggregated row. */
  int aggregatedDim() {
    return aggregatedDim;
  }

  /** The operands, each with its first column. */
  Map<Operand, Integer> begins() {
    return begins;
  }

  /** Reads the matrix, with rows of {@code stride} floats, from the parameters. */
  void read(FloatBuffer parameters, float[] matrix, int stride) {
    Arrays.fill(matrix, 0);
    for (Term term : product.terms()) {
      ParameterLayout.Parameter weight = weights.get(term.weight());
      float[] row = new float[weight.columns()];
      for (int i = 0; i < weight.rows(); i++) {
        parameters.get(weight.offset() + i * weight.columns(), row);
        final int at = (begins.get(term.operand()) + i) * stride;
        for (int j = 0; j < row.length; j++) {
          matrix[at + j] += row[j];
        }
      }
    }
  }

  /** Writes the gradient of the matrix as those of the parameters that are in it. */
  void write(float[] gradient, int stride, FloatBuffer ofParameters) {
    for (Term term : product.terms()) {
      ParameterLayout.Parameter weight = weights.get(term.weight());
      for (int i = 0; i < weight.rows(); i++) {
        ofParameters.put(
            weight.offset() + i * weight.columns(),
            gradient,
            (begins.get(term.operand()) + i) * stride,
            weight.columns());
      }
    }
  }
}
