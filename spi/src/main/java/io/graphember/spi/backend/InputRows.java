// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.InputProduct.Operand;
import java.nio.FloatBuffer;

/** The rows of one batch as an {@link InputLayout} has them. Any thread. */
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
      FloatMemory.add(selfWeights.get(first + i), row, target, at + i * stride);
    }
  }
}
