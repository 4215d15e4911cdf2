// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Roots of sums of squared differences, by vectors. */
final class VectorEuclideanDistances extends PanelDistances implements EuclideanDistances {
  /** No more lanes than panels are made for. */
  private static final VectorSpecies<Float> SPECIES =
      FloatVector.SPECIES_PREFERRED.length() > 16
          ? FloatVector.SPECIES_512
          : FloatVector.SPECIES_PREFERRED;

  private static final int LANES = SPECIES.length();
  private static final int WIDTH = 4 * LANES;
  private static final int STRETCH = 2 * LANES;

  /** What sums begin with, each at a place of its own. */
  private static final float[] ZEROS = new float[16 * LANES];

  VectorEuclideanDistances() {
    super(WIDTH, STRETCH, 1);
  }

  @Override
  void block(
      float[] x,
      int xAt,
      int xStride,
      int dim,
      float[] panel,
      float[] out,
      int outAt,
      int outStride) {
    final int x1 = xAt + xStride;
    final int x2 = x1 + xStride;
    final int x3 = x2 + xStride;
    FloatVector a0 = FloatVector.fromArray(SPECIES, ZEROS, 0);
    FloatVector a1 = FloatVector.fromArray(SPECIES, ZEROS, LANES);
    FloatVector a2 = FloatVector.fromArray(SPECIES, ZEROS, 2 * LANES);
    FloatVector a3 = FloatVector.fromArray(SPECIES, ZEROS, 3 * LANES);
    FloatVector b0 = FloatVector.fromArray(SPECIES, ZEROS, 4 * LANES);
    FloatVector b1 = FloatVector.fromArray(SPECIES, ZEROS, 5 * LANES);
    FloatVector b2 = FloatVector.fromArray(SPECIES, ZEROS, 6 * LANES);
    FloatVector b3 = FloatVector.fromArray(SPECIES, ZEROS, 7 * LANES);
    FloatVector c0 = FloatVector.fromArray(SPECIES, ZEROS, 8 * LANES);
    FloatVector c1 = FloatVector.fromArray(SPECIES, ZEROS, 9 * LANES);
    FloatVector c2 = FloatVector.fromArray(SPECIES, ZEROS, 10 * LANES);
    FloatVector c3 = FloatVector.fromArray(SPECIES, ZEROS, 11 * LANES);
    FloatVector d0 = FloatVector.fromArray(SPECIES, ZEROS, 12 * LANES);
    FloatVector d1 = FloatVector.fromArray(SPECIES, ZEROS, 13 * LANES);
    FloatVector d2 = FloatVector.fromArray(SPECIES, ZEROS, 14 * LANES);
    FloatVector d3 = FloatVector.fromArray(SPECIES, ZEROS, 15 * LANES);
    int from = 0;
    for (int k = 0; k < dim; k++) {
      final FloatVector y0 = FloatVector.fromArray(SPECIES, panel, from);
      final FloatVector y1 = FloatVector.fromArray(SPECIES, panel, from + LANES);
      final FloatVector y2 = FloatVector.fromArray(SPECIES, panel, from + 2 * LANES);
      final FloatVector y3 = FloatVector.fromArray(SPECIES, panel, from + 3 * LANES);
      FloatVector value = FloatVector.broadcast(SPECIES, x[xAt + k]);
      FloatVector difference = value.sub(y0);
      a0 = difference.fma(difference, a0);
      difference = value.sub(y1);
      a1 = difference.fma(difference, a1);
      difference = value.sub(y2);
      a2 = difference.fma(difference, a2);
      difference = value.sub(y3);
      a3 = difference.fma(difference, a3);
      value = FloatVector.broadcast(SPECIES, x[x1 + k]);
      difference = value.sub(y0);
      b0 = difference.fma(difference, b0);
      difference = value.sub(y1);
      b1 = difference.fma(difference, b1);
      difference = value.sub(y2);
      b2 = difference.fma(difference, b2);
      difference = value.sub(y3);
      b3 = difference.fma(difference, b3);
      value = FloatVector.broadcast(SPECIES, x[x2 + k]);
      difference = value.sub(y0);
      c0 = difference.fma(difference, c0);
      difference = value.sub(y1);
      c1 = difference.fma(difference, c1);
      difference = value.sub(y2);
      c2 = difference.fma(difference, c2);
      difference = value.sub(y3);
      c3 = difference.fma(difference, c3);
      value = FloatVector.broadcast(SPECIES, x[x3 + k]);
      difference = value.sub(y0);
      d0 = difference.fma(difference, d0);
      difference = value.sub(y1);
      d1 = difference.fma(difference, d1);
      difference = value.sub(y2);
      d2 = difference.fma(difference, d2);
      difference = value.sub(y3);
      d3 = difference.fma(difference, d3);
      from += WIDTH;
    }
    final int out1 = outAt + outStride;
    final int out2 = out1 + outStride;
    final int out3 = out2 + outStride;
    final FloatVector same = FloatVector.broadcast(SPECIES, -0f);
    same.add(a0).sqrt().intoArray(out, outAt);
    same.add(a1).sqrt().intoArray(out, outAt + LANES);
    same.add(a2).sqrt().intoArray(out, outAt + 2 * LANES);
    same.add(a3).sqrt().intoArray(out, outAt + 3 * LANES);
    same.add(b0).sqrt().intoArray(out, out1);
    same.add(b1).sqrt().intoArray(out, out1 + LANES);
    same.add(b2).sqrt().intoArray(out, out1 + 2 * LANES);
    same.add(b3).sqrt().intoArray(out, out1 + 3 * LANES);
    same.add(c0).sqrt().intoArray(out, out2);
    same.add(c1).sqrt().intoArray(out, out2 + LANES);
    same.add(c2).sqrt().intoArray(out, out2 + 2 * LANES);
    same.add(c3).sqrt().intoArray(out, out2 + 3 * LANES);
    same.add(d0).sqrt().intoArray(out, out3);
    same.add(d1).sqrt().intoArray(out, out3 + LANES);
    same.add(d2).sqrt().intoArray(out, out3 + 2 * LANES);
    same.add(d3).sqrt().intoArray(out, out3 + 3 * LANES);
  }

  @Override
  void row(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt) {
    FloatVector a = FloatVector.fromArray(SPECIES, ZEROS, 0);
    FloatVector b = FloatVector.fromArray(SPECIES, ZEROS, LANES);
    FloatVector c = FloatVector.fromArray(SPECIES, ZEROS, 2 * LANES);
    FloatVector d = FloatVector.fromArray(SPECIES, ZEROS, 3 * LANES);
    int from = 0;
    for (int k = 0; k < dim; k++) {
      final FloatVector value = FloatVector.broadcast(SPECIES, x[xAt + k]);
      FloatVector difference = value.sub(FloatVector.fromArray(SPECIES, panel, from));
      a = difference.fma(difference, a);
      difference = value.sub(FloatVector.fromArray(SPECIES, panel, from + LANES));
      b = difference.fma(difference, b);
      difference = value.sub(FloatVector.fromArray(SPECIES, panel, from + 2 * LANES));
      c = difference.fma(difference, c);
      difference = value.sub(FloatVector.fromArray(SPECIES, panel, from + 3 * LANES));
      d = difference.fma(difference, d);
      from += WIDTH;
    }
    final FloatVector same = FloatVector.broadcast(SPECIES, -0f);
    same.add(a).sqrt().intoArray(out, outAt);
    same.add(b).sqrt().intoArray(out, outAt + LANES);
    same.add(c).sqrt().intoArray(out, outAt + 2 * LANES);
    same.add(d).sqrt().intoArray(out, outAt + 3 * LANES);
  }

  @Override
  boolean factors(
      float[] distances,
      float[] weights,
      int stride,
      int rows,
      int count,
      float[] factors,
      int at) {
    EuclideanDistances.factors(distances, weights, stride, rows, count, factors, at);
    return true;
  }

  @Override
  void addGroup(
      float[] factors,
      int at,
      int stride,
      float[] panels,
      int x,
      int dx,
      int y,
      int dy,
      int count) {
    final int at1 = at + stride;
    final FloatVector x0A = FloatVector.fromArray(SPECIES, panels, x);
    final FloatVector x0B = FloatVector.fromArray(SPECIES, panels, x + LANES);
    final FloatVector x1A = FloatVector.fromArray(SPECIES, panels, x + 2 * LANES);
    final FloatVector x1B = FloatVector.fromArray(SPECIES, panels, x + 3 * LANES);
    FloatVector d0A = FloatVector.fromArray(SPECIES, panels, dx);
    FloatVector d0B = FloatVector.fromArray(SPECIES, panels, dx + LANES);
    FloatVector d1A = FloatVector.fromArray(SPECIES, panels, dx + 2 * LANES);
    FloatVector d1B = FloatVector.fromArray(SPECIES, panels, dx + 3 * LANES);
    for (int j = 0; j < count; j++) {
      final float w0 = factors[at + j];
      final float w1 = factors[at1 + j];
      final int place = j * STRETCH;
      final FloatVector rowA = FloatVector.fromArray(SPECIES, panels, y + place);
      final FloatVector rowB = FloatVector.fromArray(SPECIES, panels, y + place + LANES);
      FloatVector changeA = FloatVector.fromArray(SPECIES, panels, dy + place);
      FloatVector changeB = FloatVector.fromArray(SPECIES, panels, dy + place + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, w0);
      FloatVector slope = x0A.sub(rowA);
      d0A = slope.fma(factor, d0A);
      changeA = slope.fma(factor, changeA);
      slope = x0B.sub(rowB);
      d0B = slope.fma(factor, d0B);
      changeB = slope.fma(factor, changeB);
      factor = FloatVector.broadcast(SPECIES, w1);
      slope = x1A.sub(rowA);
      d1A = slope.fma(factor, d1A);
      changeA = slope.fma(factor, changeA);
      slope = x1B.sub(rowB);
      d1B = slope.fma(factor, d1B);
      changeB = slope.fma(factor, changeB);
      changeA.intoArray(panels, dy + place);
      changeB.intoArray(panels, dy + place + LANES);
    }
    final FloatVector same = FloatVector.broadcast(SPECIES, -0f);
    same.add(d0A).intoArray(panels, dx);
    same.add(d0B).intoArray(panels, dx + LANES);
    same.add(d1A).intoArray(panels, dx + 2 * LANES);
    same.add(d1B).intoArray(panels, dx + 3 * LANES);
  }

  @Override
  void addRow(float[] factors, int at, float[] panels, int x, int dx, int y, int dy, int count) {
    final FloatVector x0A = FloatVector.fromArray(SPECIES, panels, x);
    final FloatVector x0B = FloatVector.fromArray(SPECIES, panels, x + LANES);
    FloatVector d0A = FloatVector.fromArray(SPECIES, panels, dx);
    FloatVector d0B = FloatVector.fromArray(SPECIES, panels, dx + LANES);
    for (int j = 0; j < count; j++) {
      final float w0 = factors[at + j];
      final int place = j * STRETCH;
      final FloatVector rowA = FloatVector.fromArray(SPECIES, panels, y + place);
      final FloatVector rowB = FloatVector.fromArray(SPECIES, panels, y + place + LANES);
      FloatVector changeA = FloatVector.fromArray(SPECIES, panels, dy + place);
      FloatVector changeB = FloatVector.fromArray(SPECIES, panels, dy + place + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, w0);
      FloatVector slope = x0A.sub(rowA);
      d0A = slope.fma(factor, d0A);
      changeA = slope.fma(factor, changeA);
      slope = x0B.sub(rowB);
      d0B = slope.fma(factor, d0B);
      changeB = slope.fma(factor, changeB);
      changeA.intoArray(panels, dy + place);
      changeB.intoArray(panels, dy + place + LANES);
    }
    final FloatVector same = FloatVector.broadcast(SPECIES, -0f);
    same.add(d0A).intoArray(panels, dx);
    same.add(d0B).intoArray(panels, dx + LANES);
  }
}
