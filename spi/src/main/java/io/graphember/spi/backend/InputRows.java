// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.InputProduct.Operand;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** The rows of one block as an {@link InputLayout} has them. Any thread. */
final class InputRows implements RowSource {
  private final InputLayout layout;
  private final RowSource self;
  private final RowSource aggregated;
  private final FloatBuffer selfWeights; // null if no operand needs them

  /**
   * The rows of a block.
   *
   * @param self own rows of its destinations
   * @param aggregated what was aggregated for them
   */
  InputRows(InputLayout layout, Block block, RowSource self, RowSource aggregated) {
    this.layout = layout;
    this.self = self;
    this.aggregated = aggregated;
    selfWeights =
        layout.begins().containsKey(Operand.AGGREGATED_WITH_SELF)
            ? FloatMemory.view(block.selfWeights())
            : null;
  }

  @Override
  public void load(int first, int rows, float[] target, int begin, int stride) {
    layout
        .begins()
        .forEach((operand, at) -> load(operand, first, rows, target, begin + at, stride));
  }

  private void load(Operand operand, int first, int rows, float[] target, int at, int stride) {
    switch (operand) {
      case SELF -> self.load(first, rows, target, at, stride);
      case AGGREGATED -> aggregated.load(first, rows, target, at, stride);
      case AGGREGATED_WITH_SELF -> {
        aggregated.load(first, rows, target, at, stride);
        addSelf(first, rows, target, at, stride);
      }
      case ONE -> {
        for (int i = 0; i < rows; i++) {
          target[at + i * stride] = 1;
        }
      }
    }
  }

  private void addSelf(int first, int rows, float[] target, int at, int stride) {
    float[] row = new float[layout.inputDim()];
    for (int i = 0; i < rows; i++) {
      self.load(first + i, 1, row, 0, row.length);
      FloatMemory.add(selfWeights.get(first + i), row, 0, target, at + i * stride, row.length);
    }
  }

  /**
   * Takes gradients of these rows apart.
   *
   * @param ofSelf overwritten with those of the own rows
   * @param ofAggregated overwritten with those of what was aggregated
   */
  RowTarget gradients(ByteBuffer ofSelf, ByteBuffer ofAggregated) {
    final FloatBuffer own = FloatMemory.view(ofSelf);
    final FloatBuffer sums = FloatMemory.view(ofAggregated);
    return (first, rows, values, stride) -> {
      float[] self = new float[rows * layout.inputDim()];
      float[] aggregated = new float[rows * layout.aggregatedDim()];
      layout
          .begins()
          .forEach(
              (operand, begin) -> {
                for (int i = 0; i < rows; i++) {
                  takeApart(operand, first, i, values, begin + i * stride, self, aggregated);
                }
              });
      own.put(first * layout.inputDim(), self);
      sums.put(first * layout.aggregatedDim(), aggregated);
    };
  }

  private void takeApart(
      Operand operand,
      int first,
      int row,
      float[] values,
      int from,
      float[] self,
      float[] aggregated) {
    final int dim = layout.inputDim();
    final int sums = layout.aggregatedDim();
    switch (operand) {
      case SELF -> FloatMemory.add(1, values, from, self, row * dim, dim);
      case AGGREGATED -> FloatMemory.add(1, values, from, aggregated, row * sums, sums);
      case AGGREGATED_WITH_SELF -> {
        FloatMemory.add(1, values, from, aggregated, row * sums, sums);
        FloatMemory.add(selfWeights.get(first + row), values, from, self, row * dim, dim);
      }
      case ONE -> {} // constant
    }
  }
}
