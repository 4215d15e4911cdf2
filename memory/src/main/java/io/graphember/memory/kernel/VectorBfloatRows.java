// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** The vector twin: as many 16-bit pieces at a time as a vector has floats. */
final class VectorBfloatRows implements BfloatRows {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));
  private static final int LANES = FLOATS.length();
  private static final int HALF_BITS = 16;
  private static final int QUIET = 0x7FC0;

  @Override
  public void load(short[] row, int start, int dim, int slots, float[] target, int at) {
    expand(row, start, dim, target, at);
    join(row, start + dim, slots, target, at + dim);
  }

  private static void expand(short[] from, int start, int count, float[] to, int at) {
    final int whole = FLOATS.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      upper(from, start + j).reinterpretAsFloats().intoArray(to, at + j);
    }
    PlainBfloatRows.expand(from, start, whole, count, to, at);
  }

  private static void join(short[] from, int start, int count, float[] to, int at) {
    final int whole = FLOATS.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      upper(from, start + j)
          .or(ints(from, start + count + j).and(0xFFFF))
          .reinterpretAsFloats()
          .intoArray(to, at + j);
    }
    PlainBfloatRows.join(from, start, whole, count, to, at);
  }

  private static IntVector upper(short[] from, int at) {
    return ints(from, at).lanewise(VectorOperators.LSHL, HALF_BITS);
  }

  /** With the sign of each in its upper half. */
  private static IntVector ints(short[] from, int at) {
    return (IntVector)
        ShortVector.fromArray(SHORTS, from, at).convertShape(VectorOperators.S2I, INTS, 0);
  }

  @Override
  public void store(float[] source, int at, int dim, int slots, short[] row, int start) {
    round(source, at, dim, row, start);
    split(source, at + dim, slots, row, start + dim);
  }

  private static void round(float[] from, int at, int count, short[] to, int start) {
    final int whole = FLOATS.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector x = FloatVector.fromArray(FLOATS, from, at + j);
      IntVector bits = x.reinterpretAsInts();
      IntVector odd = bits.lanewise(VectorOperators.LSHR, HALF_BITS).and(1);
      IntVector rounded = bits.add(0x7FFF).add(odd).lanewise(VectorOperators.LSHR, HALF_BITS);
      shorts(rounded.blend(QUIET, x.compare(VectorOperators.NE, x).cast(INTS)))
          .intoArray(to, start + j);
    }
    PlainBfloatRows.round(from, at, whole, count, to, start);
  }

  private static void split(float[] from, int at, int count, short[] to, int start) {
    final int whole = FLOATS.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      IntVector bits = FloatVector.fromArray(FLOATS, from, at + j).reinterpretAsInts();
      shorts(bits.lanewise(VectorOperators.LSHR, HALF_BITS)).intoArray(to, start + j);
      shorts(bits).intoArray(to, start + count + j);
    }
    PlainBfloatRows.split(from, at, whole, count, to, start);
  }

  private static ShortVector shorts(IntVector ints) {
    return (ShortVector) ints.convertShape(VectorOperators.I2S, SHORTS, 0);
  }
}
