// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import static jdk.incubator.vector.VectorOperators.LSHR;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
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
  private static final int WIDTH = 1 * LANES;
  private static final int STRETCH = 2 * LANES;

  /** What sums begin with, each at a place of its own. */
  private static final float[] ZEROS = new float[4 * LANES];

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
    FloatVector a = FloatVector.fromArray(SPECIES, ZEROS, 0);
    FloatVector b = FloatVector.fromArray(SPECIES, ZEROS, LANES);
    FloatVector c = FloatVector.fromArray(SPECIES, ZEROS, 2 * LANES);
    FloatVector d = FloatVector.fromArray(SPECIES, ZEROS, 3 * LANES);
    int from = 0;
    int then = half * WIDTH;
    for (int k = 0; k < half; k++) {
      final FloatVector y = FloatVector.fromArray(SPECIES, panel, from);
      final FloatVector z = FloatVector.fromArray(SPECIES, panel, then);
      FloatVector re = FloatVector.broadcast(SPECIES, x[xAt + k]).sub(y);
      FloatVector im = FloatVector.broadcast(SPECIES, x[xAt + half + k]).sub(z);
      FloatVector square = im.fma(im, re.mul(re));
      FloatVector root =
          magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      a = square.fma(square.fma(root, second), a);
      re = FloatVector.broadcast(SPECIES, x[x1 + k]).sub(y);
      im = FloatVector.broadcast(SPECIES, x[x1 + half + k]).sub(z);
      square = im.fma(im, re.mul(re));
      root = magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      b = square.fma(square.fma(root, second), b);
      re = FloatVector.broadcast(SPECIES, x[x2 + k]).sub(y);
      im = FloatVector.broadcast(SPECIES, x[x2 + half + k]).sub(z);
      square = im.fma(im, re.mul(re));
      root = magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      c = square.fma(square.fma(root, second), c);
      re = FloatVector.broadcast(SPECIES, x[x3 + k]).sub(y);
      im = FloatVector.broadcast(SPECIES, x[x3 + half + k]).sub(z);
      square = im.fma(im, re.mul(re));
      root = magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      d = square.fma(square.fma(root, second), d);
      from += WIDTH;
      then += WIDTH;
    }
    final FloatVector scale = FloatVector.broadcast(SPECIES, SCALE);
    scale.mul(a).intoArray(out, outAt);
    scale.mul(b).intoArray(out, outAt + outStride);
    scale.mul(c).intoArray(out, outAt + 2 * outStride);
    scale.mul(d).intoArray(out, outAt + 3 * outStride);
  }

  @Override
  void row(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt) {
    final IntVector magic = IntVector.broadcast(INTS, MAGIC);
    final FloatVector first = FloatVector.broadcast(SPECIES, -FIRST);
    final FloatVector second = FloatVector.broadcast(SPECIES, -SECOND);
    final int half = dim / 2;
    FloatVector a = FloatVector.fromArray(SPECIES, ZEROS, 0);
    int from = 0;
    int then = half * WIDTH;
    for (int k = 0; k < half; k++) {
      final FloatVector y = FloatVector.fromArray(SPECIES, panel, from);
      final FloatVector z = FloatVector.fromArray(SPECIES, panel, then);
      FloatVector re = FloatVector.broadcast(SPECIES, x[xAt + k]).sub(y);
      FloatVector im = FloatVector.broadcast(SPECIES, x[xAt + half + k]).sub(z);
      FloatVector square = im.fma(im, re.mul(re));
      FloatVector root =
          magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      square = square.mul(root);
      a = square.fma(square.fma(root, second), a);
      from += WIDTH;
      then += WIDTH;
    }
    final FloatVector scale = FloatVector.broadcast(SPECIES, SCALE);
    scale.mul(a).intoArray(out, outAt);
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
    final IntVector magic = IntVector.broadcast(INTS, MAGIC);
    final FloatVector first = FloatVector.broadcast(SPECIES, -FIRST);
    final FloatVector second = FloatVector.broadcast(SPECIES, -SECOND);
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
      FloatVector factor = FloatVector.broadcast(SPECIES, w0 * SCALE);
      FloatVector re = x0A.sub(rowA);
      FloatVector im = x0B.sub(rowB);
      FloatVector square = im.fma(im, re.mul(re));
      FloatVector root =
          magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      d0A = re.fma(factor, d0A);
      d0B = im.fma(factor, d0B);
      changeA = re.fma(factor, changeA);
      changeB = im.fma(factor, changeB);
      factor = FloatVector.broadcast(SPECIES, w1 * SCALE);
      re = x1A.sub(rowA);
      im = x1B.sub(rowB);
      square = im.fma(im, re.mul(re));
      root = magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      d1A = re.fma(factor, d1A);
      d1B = im.fma(factor, d1B);
      changeA = re.fma(factor, changeA);
      changeB = im.fma(factor, changeB);
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
    final IntVector magic = IntVector.broadcast(INTS, MAGIC);
    final FloatVector first = FloatVector.broadcast(SPECIES, -FIRST);
    final FloatVector second = FloatVector.broadcast(SPECIES, -SECOND);
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
      FloatVector factor = FloatVector.broadcast(SPECIES, w0 * SCALE);
      FloatVector re = x0A.sub(rowA);
      FloatVector im = x0B.sub(rowB);
      FloatVector square = im.fma(im, re.mul(re));
      FloatVector root =
          magic.sub(square.reinterpretAsInts().lanewise(LSHR, 1)).reinterpretAsFloats();
      root = root.mul(square.mul(root).fma(root, first));
      factor = factor.mul(root.mul(square.mul(root).fma(root, second)));
      d0A = re.fma(factor, d0A);
      d0B = im.fma(factor, d0B);
      changeA = re.fma(factor, changeA);
      changeB = im.fma(factor, changeB);
      changeA.intoArray(panels, dy + place);
      changeB.intoArray(panels, dy + place + LANES);
    }
    final FloatVector same = FloatVector.broadcast(SPECIES, -0f);
    same.add(d0A).intoArray(panels, dx);
    same.add(d0B).intoArray(panels, dx + LANES);
  }
}
