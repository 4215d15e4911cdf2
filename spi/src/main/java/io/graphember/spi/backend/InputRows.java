// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.InputProduct.Operand;
import java.nio.FloatBuffer;

/** The rows of one batch as an {@link InputLayout} has them. Any thread. */
final class InputRows implements RowSource {
  private final InputLayout layout;
  private final FloatBuffer self;
  private final FloatBuffer aggregated;
  private final FloatBuffer selfWeights; // null if no operand needs them

  InputRows(InputLayout layout, Block block, BatchInput.Aggregated input) {
    this.layout = layout;
    self = FloatMemory.view(input.self());
    aggregated = FloatMemory.view(input.aggregated());
    selfWeights =
        layout.begins().containsKey(Operand.AGGREGATED_WITH_SELF)
            ? FloatMemory.view(block.selfWeights())
            : null;
  }

  @Override
  public void load(int first, int rows, float[] target, int stride) {
    layout.begins().forEach((operand, at) -> load(operand, first, rows, target, at, stride));
  }

  private void load(Operand operand, int first, int rows, float[] target, int at, int stride) {
    switch (operand) {
      case SELF -> copy(self, layout.inputDim(), first, rows, target, at, stride);
      case AGGREGATED -> copy(aggregated, layout.aggregatedDim(), first, rows, target, at, stride);
      case AGGREGATED_WITH_SELF -> {
        copy(aggregated, layout.aggregatedDim(), first, rows, target, at, stride);
        addSelf(first, rows, target, at, stride);
      }
      case ONE -> {
        for (int i = 0; i < rows; i++) {
          target[i * stride + at] = 1;
        }
      }
    }
  }

  private static void copy(
      FloatBuffer from, int dim, int first, int rows, float[] target, int at, int stride) {
    for (int i = 0; i < rows; i++) {
      from.get((first + i) * dim, target, i * stride + at, dim);
    }
  }

  private void addSelf(int first, int rows, float[] target, int at, int stride) {
    float[] row = new float[layout.inputDim()];
    for (int i = 0; i < rows; i++) {
      self.get((first + i) * row.length, row);
      add(selfWeights.get(first + i), row, target, i * stride + at);
    }
  }

  private static void add(float factor, float[] row, float[] sum, int at) {
    for (int j = 0; j < row.length; j++) {
      sum[at + j] += factor * row[j];
    }
  }
}
