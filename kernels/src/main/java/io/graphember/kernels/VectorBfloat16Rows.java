// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code bits = (x + 0x7FFF + lowest kept bit) >>> 16}, and back by a shift, by vectors: two of
 * weights from one of ints.
 */
final class VectorBfloat16Rows implements Bfloat16Rows {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = FLOATS.length();
  private static final int HALF_BITS = ScalarBfloat16Rows.HALF_BITS;

  @Override
  public void load(int[] row, int start, int dim, int slots, float[] target, int at) {
    widen(row, start, dim, target, at);
    copy(row, start + Bfloat16Rows.packed(dim), slots, target, at + dim);
  }

  private static void widen(int[] from, int start, int dim, float[] to, int at) {
    final int half = Bfloat16Rows.packed(dim);
    final int whole = INTS.loopBound(dim - half);
    for (int j = 0; j < whole; j += LANES) {
      IntVector pairs = IntVector.fromArray(INTS, from, start + j);
      pairs.lanewise(VectorOperators.LSHL, HALF_BITS).reinterpretAsFloats().intoArray(to, at + j);
      pairs.and(ScalarBfloat16Rows.UPPER).reinterpretAsFloats().intoArray(to, at + half + j);
    }
    ScalarBfloat16Rows.widen(from, start, whole, dim, to, at);
  }

  private static void copy(int[] from, int start, int count, float[] to, int at) {
    final int whole = INTS.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      IntVector.fromArray(INTS, from, start + j).reinterpretAsFloats().intoArray(to, at + j);
    }
    ScalarBfloat16Rows.copy(from, start, whole, count, to, at);
  }

  @Override
  public void store(float[] source, int at, int dim, int slots, int[] row, int start) {
    pack(source, at, dim, row, start);
    copy(source, at + dim, slots, row, start + Bfloat16Rows.packed(dim));
  }

  private static void pack(float[] from, int at, int dim, int[] to, int start) {
    final int half = Bfloat16Rows.packed(dim);
    final int whole = INTS.loopBound(dim - half);
    for (int j = 0; j < whole; j += LANES) {
      IntVector lower = round(FloatVector.fromArray(FLOATS, from, at + j));
      IntVector upper = round(FloatVector.fromArray(FLOATS, from, at + half + j));
      upper.lanewise(VectorOperators.LSHL, HALF_BITS).or(lower).intoArray(to, start + j);
    }
    ScalarBfloat16Rows.pack(from, at, whole, dim, to, start);
  }

  private static IntVector round(FloatVector x) {
    IntVector bits = x.reinterpretAsInts();
    IntVector odd = bits.lanewise(VectorOperators.LSHR, HALF_BITS).and(1);
    IntVector rounded = bits.add(0x7FFF).add(odd).lanewise(VectorOperators.LSHR, HALF_BITS);
    IntVector size = bits.and(ScalarBfloat16Rows.SIZE);
    return rounded.blend(
        ScalarBfloat16Rows.QUIET, size.compare(VectorOperators.GT, ScalarBfloat16Rows.INFINITE));
  }

  private static void copy(float[] from, int at, int count, int[] to, int start) {
    final int whole = INTS.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector.fromArray(FLOATS, from, at + j).reinterpretAsInts().intoArray(to, start + j);
    }
    ScalarBfloat16Rows.copy(from, at, whole, count, to, start);
  }
}
