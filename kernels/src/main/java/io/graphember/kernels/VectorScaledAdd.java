// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static io.graphember.kernels.ScalarBfloat16Rows.HALF_BITS;
import static io.graphember.kernels.ScalarBfloat16Rows.INFINITE;
import static io.graphember.kernels.ScalarBfloat16Rows.QUIET;
import static io.graphember.kernels.ScalarBfloat16Rows.SIZE;
import static io.graphember.kernels.ScalarBfloat16Rows.UPPER;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code w = f w} and {@code w += f x}, by vectors. Loops over floats are left to the JIT, which
 * makes vectors of them itself.
 */
final class VectorScaledAdd implements ScaledAdd {
  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  private final ScalarScaledAdd scalar = new ScalarScaledAdd();

  @Override
  public void scale(float[] weights, int start, int count, float factor) {
    scalar.scale(weights, start, count, factor);
  }

  @Override
  public void addScaled(float[] weights, int start, int count, float[] x, float factor) {
    scalar.addScaled(weights, start, count, x, factor);
  }

  @Override
  public void scale(int[] pairs, int start, int count, float factor) {
    final int whole = SPECIES.loopBound(count);
    for (int i = start; i < start + whole; i += LANES) {
      IntVector w = IntVector.fromArray(SPECIES, pairs, i);
      pair(lower(w).mul(factor), upper(w).mul(factor)).intoArray(pairs, i);
    }
    scalar.scale(pairs, start + whole, count - whole, factor);
  }

  @Override
  public void addScaled(int[] pairs, int start, int count, int[] x, float factor) {
    final int whole = SPECIES.loopBound(count);
    for (int i = start; i < start + whole; i += LANES) {
      IntVector w = IntVector.fromArray(SPECIES, pairs, i);
      IntVector added = IntVector.fromArray(SPECIES, x, i);
      pair(lower(w).add(lower(added).mul(factor)), upper(w).add(upper(added).mul(factor)))
          .intoArray(pairs, i);
    }
    scalar.addScaled(pairs, start + whole, count - whole, x, factor);
  }

  private static FloatVector lower(IntVector pairs) {
    return pairs.lanewise(VectorOperators.LSHL, HALF_BITS).reinterpretAsFloats();
  }

  private static FloatVector upper(IntVector pairs) {
    return pairs.and(UPPER).reinterpretAsFloats();
  }

  private static IntVector pair(FloatVector lower, FloatVector upper) {
    return round(upper).and(UPPER).or(round(lower).lanewise(VectorOperators.LSHR, HALF_BITS));
  }

  /** Rounded in the upper half; what is in the lower half then means nothing. */
  private static IntVector round(FloatVector x) {
    IntVector bits = x.reinterpretAsInts();
    IntVector odd = bits.lanewise(VectorOperators.LSHR, HALF_BITS).and(1);
    IntVector size = bits.and(SIZE);
    return bits.add(0x7FFF)
        .add(odd)
        .blend(QUIET << HALF_BITS, size.compare(VectorOperators.GT, INFINITE));
  }
}
