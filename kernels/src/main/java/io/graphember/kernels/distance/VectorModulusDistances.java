// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Sums of moduli, by vectors. */
final class VectorModulusDistances extends PanelDistances implements ModulusDistances {
  /** No more lanes than panels are made for. */
  private static final VectorSpecies<Float> SPECIES =
      FloatVector.SPECIES_PREFERRED.length() > 16
          ? FloatVector.SPECIES_512
          : FloatVector.SPECIES_PREFERRED;

  private static final VectorSpecies<Integer> INTS = SPECIES.withLanes(int.class);
  private static final int LANES = SPECIES.length();
  private static final int WIDTH = 2 * LANES;
  private static final int STRETCH = 2 * LANES;

  /** What sums begin with, each at a place of its own. */
  private static final float[] ZEROS = new float[8 * LANES];

  VectorModulusDistances() {
    super(WIDTH, STRETCH, 2);
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
    final IntVector magic = IntVector.broadcast(INTS, MAGIC);
    final FloatVector first = FloatVector.broadcast(SPECIES, -FIRST);
    final FloatVector second = FloatVector.broadcast(SPECIES, -SECOND);
    final int half = dim / 2;
    FloatVector a0 = FloatVector.fromArray(SPECIES, ZEROS, 0);
    FloatVector a1 = FloatVector.fromArray(SPECIES, ZEROS, LANES);
    FloatVector b0 = FloatVector.fromArray(SPECIES, ZEROS, 2 * LANES);
    FloatVector b1 = FloatVector.fromArray(SPECIES, ZEROS, 3 * LANES);
    FloatVector c0 = FloatVector.fromArray(SPECIES, ZEROS, 4 * LANES);
    FloatVector c1 = FloatVector.fromArray(SPECIES, ZEROS, 5 * LANES);
    FloatVector d0 = FloatVector.fromArray(SPECIES, ZEROS, 6 * LANES);
    FloatVector d1 = FloatVector.fromArray(SPECIES, ZEROS, 7 * LANES);
    int from = 0;
    int then = half * WIDTH;
    for (int k = 0; k < half; k++) {
      final FloatVector y0 = FloatVector.fromArray(SPECIES, panel, from);
      final FloatVector y1 = FloatVector.fromArray(SPECIES, panel, from + LANES);
      final FloatVector z0 = FloatVector.fromArray(SPECIES, panel, then);
      final FloatVector z1 = FloatVector.fromArray(SPECIES, panel, then + LANES);
      FloatVector re = FloatVector.broadcast(SPECIES, x[xAt + k]);
      FloatVector im = FloatVector.broadcast(SPECIES, x[xAt + half + k]);
      FloatVector real = re.sub(y0);
      FloatVector imaginary = im.sub(z0);
      FloatVector square = imaginary.fma(imaginary, real.mul(real));
      FloatVector root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      a0 = square.fma(square.fma(root, second), a0);
      real = re.sub(y1);
      imaginary = im.sub(z1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      a1 = square.fma(square.fma(root, second), a1);
      re = FloatVector.broadcast(SPECIES, x[x1 + k]);
      im = FloatVector.broadcast(SPECIES, x[x1 + half + k]);
      real = re.sub(y0);
      imaginary = im.sub(z0);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      b0 = square.fma(square.fma(root, second), b0);
      real = re.sub(y1);
      imaginary = im.sub(z1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      b1 = square.fma(square.fma(root, second), b1);
      re = FloatVector.broadcast(SPECIES, x[x2 + k]);
      im = FloatVector.broadcast(SPECIES, x[x2 + half + k]);
      real = re.sub(y0);
      imaginary = im.sub(z0);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      c0 = square.fma(square.fma(root, second), c0);
      real = re.sub(y1);
      imaginary = im.sub(z1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      c1 = square.fma(square.fma(root, second), c1);
      re = FloatVector.broadcast(SPECIES, x[x3 + k]);
      im = FloatVector.broadcast(SPECIES, x[x3 + half + k]);
      real = re.sub(y0);
      imaginary = im.sub(z0);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      d0 = square.fma(square.fma(root, second), d0);
      real = re.sub(y1);
      imaginary = im.sub(z1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      d1 = square.fma(square.fma(root, second), d1);
      from += WIDTH;
      then += WIDTH;
    }
    a0.mul(SCALE).intoArray(out, outAt);
    a1.mul(SCALE).intoArray(out, outAt + LANES);
    b0.mul(SCALE).intoArray(out, outAt + outStride);
    b1.mul(SCALE).intoArray(out, outAt + outStride + LANES);
    c0.mul(SCALE).intoArray(out, outAt + 2 * outStride);
    c1.mul(SCALE).intoArray(out, outAt + 2 * outStride + LANES);
    d0.mul(SCALE).intoArray(out, outAt + 3 * outStride);
    d1.mul(SCALE).intoArray(out, outAt + 3 * outStride + LANES);
  }

  @Override
  void row(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt) {
    final IntVector magic = IntVector.broadcast(INTS, MAGIC);
    final FloatVector first = FloatVector.broadcast(SPECIES, -FIRST);
    final FloatVector second = FloatVector.broadcast(SPECIES, -SECOND);
    final int half = dim / 2;
    FloatVector a0 = FloatVector.fromArray(SPECIES, ZEROS, 0);
    FloatVector a1 = FloatVector.fromArray(SPECIES, ZEROS, LANES);
    int from = 0;
    int then = half * WIDTH;
    for (int k = 0; k < half; k++) {
      final FloatVector y0 = FloatVector.fromArray(SPECIES, panel, from);
      final FloatVector y1 = FloatVector.fromArray(SPECIES, panel, from + LANES);
      final FloatVector z0 = FloatVector.fromArray(SPECIES, panel, then);
      final FloatVector z1 = FloatVector.fromArray(SPECIES, panel, then + LANES);
      FloatVector re = FloatVector.broadcast(SPECIES, x[xAt + k]);
      FloatVector im = FloatVector.broadcast(SPECIES, x[xAt + half + k]);
      FloatVector real = re.sub(y0);
      FloatVector imaginary = im.sub(z0);
      FloatVector square = imaginary.fma(imaginary, real.mul(real));
      FloatVector root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      a0 = square.fma(square.fma(root, second), a0);
      real = re.sub(y1);
      imaginary = im.sub(z1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      a1 = square.fma(square.fma(root, second), a1);
      from += WIDTH;
      then += WIDTH;
    }
    a0.mul(SCALE).intoArray(out, outAt);
    a1.mul(SCALE).intoArray(out, outAt + LANES);
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
  void addBlock(
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
    final int at2 = at1 + stride;
    final int at3 = at2 + stride;
    final IntVector magic = IntVector.broadcast(INTS, MAGIC);
    final FloatVector first = FloatVector.broadcast(SPECIES, -FIRST);
    final FloatVector second = FloatVector.broadcast(SPECIES, -SECOND);
    final FloatVector a0 = FloatVector.fromArray(SPECIES, panels, x);
    final FloatVector a1 = FloatVector.fromArray(SPECIES, panels, x + LANES);
    final FloatVector b0 = FloatVector.fromArray(SPECIES, panels, x + 2 * LANES);
    final FloatVector b1 = FloatVector.fromArray(SPECIES, panels, x + 3 * LANES);
    final FloatVector c0 = FloatVector.fromArray(SPECIES, panels, x + 4 * LANES);
    final FloatVector c1 = FloatVector.fromArray(SPECIES, panels, x + 5 * LANES);
    final FloatVector d0 = FloatVector.fromArray(SPECIES, panels, x + 6 * LANES);
    final FloatVector d1 = FloatVector.fromArray(SPECIES, panels, x + 7 * LANES);
    FloatVector e0 = FloatVector.fromArray(SPECIES, panels, dx);
    FloatVector e1 = FloatVector.fromArray(SPECIES, panels, dx + LANES);
    FloatVector f0 = FloatVector.fromArray(SPECIES, panels, dx + 2 * LANES);
    FloatVector f1 = FloatVector.fromArray(SPECIES, panels, dx + 3 * LANES);
    FloatVector g0 = FloatVector.fromArray(SPECIES, panels, dx + 4 * LANES);
    FloatVector g1 = FloatVector.fromArray(SPECIES, panels, dx + 5 * LANES);
    FloatVector h0 = FloatVector.fromArray(SPECIES, panels, dx + 6 * LANES);
    FloatVector h1 = FloatVector.fromArray(SPECIES, panels, dx + 7 * LANES);
    for (int j = 0; j < count; j++) {
      final float w0 = factors[at + j];
      final float w1 = factors[at1 + j];
      final float w2 = factors[at2 + j];
      final float w3 = factors[at3 + j];
      if (w0 == 0 && w1 == 0 && w2 == 0 && w3 == 0) {
        continue;
      }
      final int place = j * STRETCH;
      final FloatVector y0 = FloatVector.fromArray(SPECIES, panels, y + place);
      final FloatVector y1 = FloatVector.fromArray(SPECIES, panels, y + place + LANES);
      FloatVector n0 = FloatVector.fromArray(SPECIES, panels, dy + place);
      FloatVector n1 = FloatVector.fromArray(SPECIES, panels, dy + place + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, w0 * SCALE);
      FloatVector real = a0.sub(y0);
      FloatVector imaginary = a1.sub(y1);
      FloatVector square = imaginary.fma(imaginary, real.mul(real));
      FloatVector root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      real = real.mul(factor);
      imaginary = imaginary.mul(factor);
      e0 = e0.add(real);
      e1 = e1.add(imaginary);
      n0 = n0.sub(real);
      n1 = n1.sub(imaginary);
      factor = FloatVector.broadcast(SPECIES, w1 * SCALE);
      real = b0.sub(y0);
      imaginary = b1.sub(y1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      real = real.mul(factor);
      imaginary = imaginary.mul(factor);
      f0 = f0.add(real);
      f1 = f1.add(imaginary);
      n0 = n0.sub(real);
      n1 = n1.sub(imaginary);
      factor = FloatVector.broadcast(SPECIES, w2 * SCALE);
      real = c0.sub(y0);
      imaginary = c1.sub(y1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      real = real.mul(factor);
      imaginary = imaginary.mul(factor);
      g0 = g0.add(real);
      g1 = g1.add(imaginary);
      n0 = n0.sub(real);
      n1 = n1.sub(imaginary);
      factor = FloatVector.broadcast(SPECIES, w3 * SCALE);
      real = d0.sub(y0);
      imaginary = d1.sub(y1);
      square = imaginary.fma(imaginary, real.mul(real));
      root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      real = real.mul(factor);
      imaginary = imaginary.mul(factor);
      h0 = h0.add(real);
      h1 = h1.add(imaginary);
      n0 = n0.sub(real);
      n1 = n1.sub(imaginary);
      n0.intoArray(panels, dy + place);
      n1.intoArray(panels, dy + place + LANES);
    }
    e0.intoArray(panels, dx);
    e1.intoArray(panels, dx + LANES);
    f0.intoArray(panels, dx + 2 * LANES);
    f1.intoArray(panels, dx + 3 * LANES);
    g0.intoArray(panels, dx + 4 * LANES);
    g1.intoArray(panels, dx + 5 * LANES);
    h0.intoArray(panels, dx + 6 * LANES);
    h1.intoArray(panels, dx + 7 * LANES);
  }

  @Override
  void addRow(float[] factors, int at, float[] panels, int x, int dx, int y, int dy, int count) {
    final IntVector magic = IntVector.broadcast(INTS, MAGIC);
    final FloatVector first = FloatVector.broadcast(SPECIES, -FIRST);
    final FloatVector second = FloatVector.broadcast(SPECIES, -SECOND);
    final FloatVector a0 = FloatVector.fromArray(SPECIES, panels, x);
    final FloatVector a1 = FloatVector.fromArray(SPECIES, panels, x + LANES);
    FloatVector e0 = FloatVector.fromArray(SPECIES, panels, dx);
    FloatVector e1 = FloatVector.fromArray(SPECIES, panels, dx + LANES);
    for (int j = 0; j < count; j++) {
      final float w0 = factors[at + j];
      if (w0 == 0) {
        continue;
      }
      final int place = j * STRETCH;
      final FloatVector y0 = FloatVector.fromArray(SPECIES, panels, y + place);
      final FloatVector y1 = FloatVector.fromArray(SPECIES, panels, y + place + LANES);
      FloatVector n0 = FloatVector.fromArray(SPECIES, panels, dy + place);
      FloatVector n1 = FloatVector.fromArray(SPECIES, panels, dy + place + LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, w0 * SCALE);
      FloatVector real = a0.sub(y0);
      FloatVector imaginary = a1.sub(y1);
      FloatVector square = imaginary.fma(imaginary, real.mul(real));
      FloatVector root = magic.sub(square.reinterpretAsInts().lanewise(VectorOperators.LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      real = real.mul(factor);
      imaginary = imaginary.mul(factor);
      e0 = e0.add(real);
      e1 = e1.add(imaginary);
      n0 = n0.sub(real);
      n1 = n1.sub(imaginary);
      n0.intoArray(panels, dy + place);
      n1.intoArray(panels, dy + place + LANES);
    }
    e0.intoArray(panels, dx);
    e1.intoArray(panels, dx + LANES);
  }
}
