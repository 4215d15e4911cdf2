// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.memory.RowMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows in one array, one after the other.
 *
 * @param values the rows, not copied
 * @param dim floats of a row
 */
public record ArrayRows(float[] values, int dim) implements RowMatrix {
  /** The rows of two matrices of one width, one after the other. */
  static ArrayRows joined(RowMatrix first, RowMatrix second) {
    final int dim = first.dim();
    final float[] all = new float[Math.multiplyExact(first.rows() + second.rows(), dim)];
    for (int i = 0; i < first.rows(); i++) {
      first.read(i, all, i * dim);
    }
    for (int i = 0; i < second.rows(); i++) {
      second.read(i, all, (first.rows() + i) * dim);
    }
    return new ArrayRows(all, dim);
  }

  @Override
  public int rows() {
    return dim == 0 ? 0 : values.length / dim;
  }

  @Override
  public void read(int row, float[] target, int offset) {
    System.arraycopy(values, row * dim, target, offset, dim);
  }

  @Override
  public void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    Arrays.fill(target, at, at + dim, 0f);
    for (int i = from; i < to; i++) {
      final int row = names[i] * dim;
      if (weights == null) {
        for (int j = 0; j < dim; j++) {
          target[at + j] += values[row + j];
        }
      } else {
        final float weight = weights[i];
        for (int j = 0; j < dim; j++) {
          target[at + j] += weight * values[row + j];
        }
      }
    }
  }
}
