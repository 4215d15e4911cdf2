// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums of absolute differences, by vectors. A sign is that of the bits of a difference, as an int.
 */
final class VectorAbsoluteDistances extends PanelDistances implements AbsoluteDistances {
  /** No more lanes than panels are made for. */
  private static final VectorSpecies<Float> SPECIES =
      FloatVector.SPECIES_PREFERRED.length() > 16
          ? FloatVector.SPECIES_512
          : FloatVector.SPECIES_PREFERRED;

  private static final VectorSpecies<Integer> INTS = SPECIES.withLanes(int.class);
  private static final int LANES = SPECIES.length();
  private static final int WIDTH = 4 * LANES;
  private static final int STRETCH = 2 * LANES;

  /** What sums begin with, each at a place of its own. */
  private static final float[] ZEROS = new float[16 * LANES];

  VectorAbsoluteDistances() {
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
      a0 = value.sub(y0).abs().add(a0);
      a1 = value.sub(y1).abs().add(a1);
      a2 = value.sub(y2).abs().add(a2);
      a3 = value.sub(y3).abs().add(a3);
      value = FloatVector.broadcast(SPECIES, x[x1 + k]);
      b0 = value.sub(y0).abs().add(b0);
      b1 = value.sub(y1).abs().add(b1);
      b2 = value.sub(y2).abs().add(b2);
      b3 = value.sub(y3).abs().add(b3);
      value = FloatVector.broadcast(SPECIES, x[x2 + k]);
      c0 = value.sub(y0).abs().add(c0);
      c1 = value.sub(y1).abs().add(c1);
      c2 = value.sub(y2).abs().add(c2);
      c3 = value.sub(y3).abs().add(c3);
      value = FloatVector.broadcast(SPECIES, x[x3 + k]);
      d0 = value.sub(y0).abs().add(d0);
      d1 = value.sub(y1).abs().add(d1);
      d2 = value.sub(y2).abs().add(d2);
      d3 = value.sub(y3).abs().add(d3);
      from += WIDTH;
    }
    final int out1 = outAt + outStride;
    final int out2 = out1 + outStride;
    final int out3 = out2 + outStride;
    final FloatVector same = FloatVector.broadcast(SPECIES, -0f);
    same.add(a0).intoArray(out, outAt);
    same.add(a1).intoArray(out, outAt + LANES);
    same.add(a2).intoArray(out, outAt + 2 * LANES);
    same.add(a3).intoArray(out, outAt + 3 * LANES);
    same.add(b0).intoArray(out, out1);
    same.add(b1).intoArray(out, out1 + LANES);
    same.add(b2).intoArray(out, out1 + 2 * LANES);
    same.add(b3).intoArray(out, out1 + 3 * LANES);
    same.add(c0).intoArray(out, out2);
    same.add(c1).intoArray(out, out2 + LANES);
    same.add(c2).intoArray(out, out2 + 2 * LANES);
    same.add(c3).intoArray(out, out2 + 3 * LANES);
    same.add(d0).intoArray(out, out3);
    same.add(d1).intoArray(out, out3 + LANES);
    same.add(d2).intoArray(out, out3 + 2 * LANES);
    same.add(d3).intoArray(out, out3 + 3 * LANES);
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
      a = value.sub(FloatVector.fromArray(SPECIES, panel, from)).abs().add(a);
      b = value.sub(FloatVector.fromArray(SPECIES, panel, from + LANES)).abs().add(b);
      c = value.sub(FloatVector.fromArray(SPECIES, panel, from + 2 * LANES)).abs().add(c);
      d = value.sub(FloatVector.fromArray(SPECIES, panel, from + 3 * LANES)).abs().add(d);
      from += WIDTH;
    }
    final FloatVector same = FloatVector.broadcast(SPECIES, -0f);
    same.add(a).intoArray(out, outAt);
    same.add(b).intoArray(out, outAt + LANES);
    same.add(c).intoArray(out, outAt + 2 * LANES);
    same.add(d).intoArray(out, outAt + 3 * LANES);
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
    return false;
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
    final IntVector one = IntVector.broadcast(INTS, 1);
    final IntVector minusOne = IntVector.broadcast(INTS, -1);
    final FloatVector x0A = FloatVector.fromArray(SPECIES, panels, x).add(0f);
    final FloatVector x0B = FloatVector.fromArray(SPECIES, panels, x + LANES).add(0f);
    final FloatVector x1A = FloatVector.fromArray(SPECIES, panels, x + 2 * LANES).add(0f);
    final FloatVector x1B = FloatVector.fromArray(SPECIES, panels, x + 3 * LANES).add(0f);
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
      IntVector sign = x0A.sub(rowA).reinterpretAsInts().min(one).max(minusOne);
      FloatVector slope = (FloatVector) sign.convert(VectorOperators.I2F, 0);
      d0A = slope.fma(factor, d0A);
      changeA = slope.fma(factor, changeA);
      sign = x0B.sub(rowB).reinterpretAsInts().min(one).max(minusOne);
      slope = (FloatVector) sign.convert(VectorOperators.I2F, 0);
      d0B = slope.fma(factor, d0B);
      changeB = slope.fma(factor, changeB);
      factor = FloatVector.broadcast(SPECIES, w1);
      sign = x1A.sub(rowA).reinterpretAsInts().min(one).max(minusOne);
      slope = (FloatVector) sign.convert(VectorOperators.I2F, 0);
      d1A = slope.fma(factor, d1A);
      changeA = slope.fma(factor, changeA);
      sign = x1B.sub(rowB).reinterpretAsInts().min(one).max(minusOne);
      slope = (FloatVector) sign.convert(VectorOperators.I2F, 0);
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
    final IntVector one = IntVector.broadcast(INTS, 1);
    final IntVector minusOne = IntVector.broadcast(INTS, -1);
    final FloatVector x0A = FloatVector.fromArray(SPECIES, panels, x).add(0f);
    final FloatVector x0B = FloatVector.fromArray(SPECIES, panels, x + LANES).add(0f);
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
      IntVector sign = x0A.sub(rowA).reinterpretAsInts().min(one).max(minusOne);
      FloatVector slope = (FloatVector) sign.convert(VectorOperators.I2F, 0);
      d0A = slope.fma(factor, d0A);
      changeA = slope.fma(factor, changeA);
      sign = x0B.sub(rowB).reinterpretAsInts().min(one).max(minusOne);
      slope = (FloatVector) sign.convert(VectorOperators.I2F, 0);
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
