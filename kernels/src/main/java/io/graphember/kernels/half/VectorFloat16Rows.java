// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.half;

import static io.graphember.kernels.half.ScalarFloat16Rows.HALF_BITS;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * By vectors: two of floats from one of ints. A multiplication moves the exponents of numbers that
 * are subnormal and of others alike; a table of 65,536 floats was slower.
 */
final class VectorFloat16Rows implements Float16Rows {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = FLOATS.length();

  @Override
  public void widen(int[] row, int start, int dim, float[] target, int at) {
    final int half = HalfRows.packed(dim);
    final int whole = INTS.loopBound(dim - half);
    for (int j = 0; j < whole; j += LANES) {
      IntVector pairs = IntVector.fromArray(INTS, row, start + j);
      widen(pairs.lanewise(VectorOperators.LSHL, HALF_BITS)).intoArray(target, at + j);
      widen(pairs).intoArray(target, at + half + j);
    }
    ScalarFloat16Rows.widen(row, start, whole, dim, target, at);
  }

  /** Values in the upper halves. */
  private static FloatVector widen(IntVector upper) {
    IntVector bits =
        upper
            .lanewise(VectorOperators.ASHR, ScalarFloat16Rows.EXPONENT_BITS)
            .and(ScalarFloat16Rows.SHIFTED)
            .reinterpretAsFloats()
            .mul(ScalarFloat16Rows.REBIAS)
            .reinterpretAsInts();
    VectorMask<Integer> past =
        bits.and(ScalarFloat16Rows.SIZE).compare(VectorOperators.GE, ScalarFloat16Rows.PAST);
    return bits.blend(bits.or(ScalarFloat16Rows.INFINITE), past).reinterpretAsFloats();
  }

  @Override
  public void round(float[] source, int at, int dim, int[] row, int start) {
    final int half = HalfRows.packed(dim);
    final int whole = INTS.loopBound(dim - half);
    for (int j = 0; j < whole; j += LANES) {
      IntVector lower = round(FloatVector.fromArray(FLOATS, source, at + j));
      IntVector upper = round(FloatVector.fromArray(FLOATS, source, at + half + j));
      upper.lanewise(VectorOperators.LSHL, HALF_BITS).or(lower).intoArray(row, start + j);
    }
    ScalarFloat16Rows.round(source, at, whole, dim, row, start);
  }

  /** Values in the lower halves. */
  private static IntVector round(FloatVector values) {
    IntVector bits = values.reinterpretAsInts();
    IntVector size = bits.and(ScalarFloat16Rows.SIZE);
    IntVector odd = size.lanewise(VectorOperators.LSHR, ScalarFloat16Rows.FRACTION_BITS).and(1);
    IntVector normal =
        size.add(0xFFF - ScalarFloat16Rows.BIAS)
            .add(odd)
            .lanewise(VectorOperators.LSHR, ScalarFloat16Rows.FRACTION_BITS);
    IntVector subnormal =
        size.reinterpretAsFloats()
            .add(ScalarFloat16Rows.UNIT)
            .reinterpretAsInts()
            .sub(ScalarFloat16Rows.UNIT_BITS);
    return normal
        .blend(subnormal, size.compare(VectorOperators.LT, ScalarFloat16Rows.NORMAL))
        .blend(
            ScalarFloat16Rows.HALF_INFINITE,
            size.compare(VectorOperators.GE, ScalarFloat16Rows.PAST))
        .blend(
            ScalarFloat16Rows.QUIET, size.compare(VectorOperators.GT, ScalarFloat16Rows.INFINITE))
        .or(bits.lanewise(VectorOperators.LSHR, HALF_BITS).and(ScalarFloat16Rows.HALF_SIGN));
  }
}
