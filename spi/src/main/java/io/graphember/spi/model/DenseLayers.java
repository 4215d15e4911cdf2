// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * Layers without neighbours, {@code relu(x W + b)}: so that a layer of a graph need not be followed
 * by one (You, Ying, Leskovec, "Design space for graph neural networks", NeurIPS 2020, section
 * 3.1).
 *
 * @param between how many follow each layer of the graph but the last
 * @param after how many follow the last one, or {@link JumpingKnowledge}; the last of them gives
 *     the outputs, without ReLU
 */
public record DenseLayers(int between, int after) {
  /** None. */
  public static final DenseLayers NONE = new DenseLayers(0, 0);

  /** Largest number of either. */
  public static final int MOST = 16;

  /** Checks the ranges. */
  public DenseLayers {
    if (between < 0 || after < 0 || between > MOST || after > MOST) {
      throw new IllegalArgumentException(
          "dense layers must be 0 to %d: between=%d after=%d".formatted(MOST, between, after));
    }
  }

  Destinations between(Destinations rows) {
    return hidden(rows, between, rows.columns());
  }

  /** The outputs. */
  Destinations after(Destinations rows, int hidden, int out) {
    final int last = Math.max(after, 1) - 1;
    return dense(hidden(rows, last, hidden), last, out);
  }

  private static Destinations hidden(Destinations rows, int count, int columns) {
    Destinations dense = rows;
    for (int i = 0; i < count; i++) {
      dense = dense(dense, i, columns).relu();
    }
    return dense;
  }

  private static Destinations dense(Destinations rows, int number, int columns) {
    return rows.linear("weight_dense" + number, columns).bias("bias_dense" + number);
  }
}
