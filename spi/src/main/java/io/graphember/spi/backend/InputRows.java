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
    float[] own = new float[layout.inputDim()];
    float[] sum = new float[layout.inputDim()];
    for (int i = 0; i < rows; i++) {
      self.load(first + i, 1, own, 0, own.length);
      System.arraycopy(target, at + i * stride, sum, 0, sum.length);
      FloatMemory.add(selfWeights.get(first + i), own, sum);
      System.arraycopy(sum, 0, target, at + i * stride, sum.length);
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
                switch (operand) {
                  case SELF -> add(i -> 1, rows, values, begin, stride, self);
                  case AGGREGATED -> add(i -> 1, rows, values, begin, stride, aggregated);
                  case AGGREGATED_WITH_SELF -> {
                    add(i -> 1, rows, values, begin, stride, aggregated);
                    add(i -> selfWeights.get(first + i), rows, values, begin, stride, self);
                  }
                  case ONE -> {} // constant
                }
              });
      own.put(first * layout.inputDim(), self);
      sums.put(first * layout.aggregatedDim(), aggregated);
    };
  }

  /** Adds rows of {@code values} to those of {@code sums}, which lie one behind the other. */
  private static void add(
      Factor factor, int rows, float[] values, int begin, int stride, float[] sums) {
    final int dim = sums.length / rows;
    float[] term = new float[dim];
    float[] sum = new float[dim];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(values, begin + i * stride, term, 0, dim);
      System.arraycopy(sums, i * dim, sum, 0, dim);
      FloatMemory.add(factor.of(i), term, sum);
      System.arraycopy(sum, 0, sums, i * dim, dim);
    }
  }

  /** What a row is multiplied by. */
  private interface Factor {
    float of(int row);
  }
}
