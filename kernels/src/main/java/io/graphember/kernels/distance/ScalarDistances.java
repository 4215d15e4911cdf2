// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import java.util.Arrays;

/** What the scalar twins share: loops over the panels' rows, most of which a compiler unrolls. */
abstract class ScalarDistances extends PanelDistances {
  /** Floats of a row of a panel of gradients. */
  static final int STRETCH = PANEL / 2;

  ScalarDistances(int parts) {
    super(PANEL, STRETCH, parts);
  }

  @Override
  final void block(
      float[] x,
      int xAt,
      int xStride,
      int dim,
      float[] panel,
      float[] out,
      int outAt,
      int outStride) {
    for (int r = 0; r < BLOCK; r++) {
      row(x, xAt + r * xStride, dim, panel, out, outAt + r * outStride);
    }
  }

  @Override
  final void row(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt) {
    Arrays.fill(out, outAt, outAt + PANEL, 0f);
    sums(x, xAt, dim, panel, out, outAt);
  }

  /** Adds up the distances of a row of x to the candidates of a panel, from zeros on. */
  abstract void sums(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt);

  @Override
  final void addGroup(
      float[] factors,
      int at,
      int stride,
      float[] panels,
      int x,
      int dx,
      int y,
      int dy,
      int count) {
    for (int j = 0; j < count; j++) {
      for (int r = 0; r < GROUP; r++) {
        final int row = r * STRETCH;
        final int place = j * STRETCH;
        addPair(factors[at + r * stride + j], panels, x + row, dx + row, y + place, dy + place);
      }
    }
  }

  @Override
  final void addRow(
      float[] factors, int at, float[] panels, int x, int dx, int y, int dy, int count) {
    for (int j = 0; j < count; j++) {
      final int place = j * STRETCH;
      addPair(factors[at + j], panels, x, dx, y + place, dy + place);
    }
  }

  /** Adds the gradients of one pair, whose rows and changes are at these places. */
  abstract void addPair(float factor, float[] panels, int x, int dx, int y, int dy);
}
