// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code key = -ln(1 - v) / w}, by vectors; {@link ScalarReservoirKeys} says how the logarithm is
 * computed.
 */
final class VectorReservoirKeys implements ReservoirKeys {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = FLOATS.length();
  private static final float LN2 = 0.69314718f;
  private static final float NEAR_ONE = 0.25f;

  @Override
  public void fill(int seed, int[] identities, float[] weights, int from, int count, float[] keys) {
    // Most lists are short: the last lanes work on what follows a list, rather than not at all.
    final int room = Math.min(Math.min(identities.length, weights.length) - from, keys.length);
    int i = 0;
    for (; i < count && i + LANES <= room; i += LANES) {
      IntVector counters = IntVector.fromArray(INTS, identities, from + i).add(seed);
      exponential(mix(counters))
          .div(FloatVector.fromArray(FLOATS, weights, from + i))
          .intoArray(keys, i);
    }
    for (; i < count; i++) {
      keys[i] = ScalarReservoirKeys.key(identities[from + i] + seed, weights[from + i]);
    }
  }

  /** Most vectors of a long list have no lane below the bound: those are passed over. */
  @Override
  public int below(
      float bound, int seed, int[] identities, float[] weights, int from, int count, int[] items) {
    final float factor = bound * ROUNDING;
    final int to = from + count;
    int size = 0;
    int i = from;
    for (; i + LANES <= to; i += LANES) {
      IntVector counters = IntVector.fromArray(INTS, identities, i).add(seed);
      FloatVector limits = FloatVector.fromArray(FLOATS, weights, i).mul(factor);
      IntVector signs = uniform(mix(counters)).sub(limits).viewAsIntegralLanes();
      if (signs.lt(0).anyTrue()) {
        signs.intoArray(items, size);
        size = keepNegative(items, size, i);
      }
    }
    return ScalarReservoirKeys.below(factor, seed, identities, weights, i, to, items, size);
  }

  /** Replaces the signs of a vector's lanes by the items whose sign is negative. */
  private static int keepNegative(int[] items, int from, int first) {
    int size = from;
    for (int lane = 0; lane < LANES; lane++) {
      final int sign = items[from + lane];
      items[size] = first + lane;
      size += sign >>> 31;
    }
    return size;
  }

  private static IntVector mix(IntVector counters) {
    IntVector x = counters;
    x = x.lanewise(VectorOperators.XOR, x.lanewise(VectorOperators.LSHR, 16)).mul(0x7feb352d);
    x = x.lanewise(VectorOperators.XOR, x.lanewise(VectorOperators.LSHR, 15)).mul(0x846ca68b);
    return x.lanewise(VectorOperators.XOR, x.lanewise(VectorOperators.LSHR, 16));
  }

  private static FloatVector uniform(IntVector bits) {
    return floats(bits.lanewise(VectorOperators.LSHR, 1)).add(0.5f).mul(0x1.0p-31f);
  }

  private static FloatVector exponential(IntVector bits) {
    final FloatVector v = uniform(bits);
    final VectorMask<Float> near = v.lt(NEAR_ONE);
    final IntVector u =
        FloatVector.broadcast(FLOATS, 1).sub(v.min(0x1.fffffep-1f)).viewAsIntegralLanes();
    final FloatVector exponent =
        floats(u.lanewise(VectorOperators.LSHR, 23).sub(127)).blend(0, near);
    final FloatVector f =
        u.and(0x7FFFFF).or(0x3F800000).viewAsFloatingLanes().sub(1f).blend(v.neg(), near);
    final FloatVector z = f.div(f.add(2f));
    final FloatVector z2 = z.mul(z);
    final FloatVector series =
        z2.mul(0.11111111f)
            .add(0.14285714f)
            .mul(z2)
            .add(0.2f)
            .mul(z2)
            .add(0.33333333f)
            .mul(z2)
            .add(1f);
    return z.mul(2f).mul(series).add(exponent.mul(LN2)).neg();
  }

  private static FloatVector floats(IntVector ints) {
    return (FloatVector) ints.convert(VectorOperators.I2F, 0);
  }
}
