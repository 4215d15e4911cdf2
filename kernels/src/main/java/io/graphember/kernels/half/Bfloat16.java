// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.half;

import io.graphember.kernels.Bfloat16Rows;

/** Rows of bfloat16: those of a table without slots. */
final class Bfloat16 implements HalfRows {
  @Override
  public void widen(int[] row, int start, int dim, float[] target, int at) {
    Bfloat16Rows.BEST.load(row, start, dim, 0, target, at);
  }

  @Override
  public void round(float[] source, int at, int dim, int[] row, int start) {
    Bfloat16Rows.BEST.store(source, at, dim, 0, row, start);
  }
}
