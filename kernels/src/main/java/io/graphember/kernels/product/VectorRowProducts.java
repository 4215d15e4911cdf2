// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.product;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code x . y}, by vectors: of 16 lanes, each a partial sum, or by two of 8 lanes. A machine of
 * other vectors adds up in two of 8 lanes nevertheless, which its JVM does piece by piece.
 */
final class VectorRowProducts implements RowProducts {
  private static final VectorSpecies<Float> HALF = FloatVector.SPECIES_256;
  private static final int LANES = SUMS / 2;
  private static final VectorShuffle<Float> BY_FOUR = VectorShuffle.iota(HALF, 4, 1, true);
  private static final VectorShuffle<Float> BY_TWO = VectorShuffle.iota(HALF, 2, 1, true);

  @Override
  public float product(float[] x, int xAt, float[] y, int yAt, int dim) {
    FloatVector low = FloatVector.zero(HALF);
    FloatVector high = FloatVector.zero(HALF);
    int j = 0;
    for (; j + SUMS <= dim; j += SUMS) {
      low =
          FloatVector.fromArray(HALF, x, xAt + j).fma(FloatVector.fromArray(HALF, y, yAt + j), low);
      high =
          FloatVector.fromArray(HALF, x, xAt + j + LANES)
              .fma(FloatVector.fromArray(HALF, y, yAt + j + LANES), high);
    }
    if (j < dim) {
      low = addRest(x, xAt, y, yAt, j, dim, low);
      high = addRest(x, xAt, y, yAt, j + LANES, dim, high);
    }
    return total(low.add(high));
  }

  private static FloatVector addRest(
      float[] x, int xAt, float[] y, int yAt, int from, int dim, FloatVector sums) {
    if (from >= dim) {
      return sums;
    }
    final VectorMask<Float> rest = HALF.indexInRange(from, dim);
    final FloatVector more =
        FloatVector.fromArray(HALF, x, xAt + from, rest)
            .fma(FloatVector.fromArray(HALF, y, yAt + from, rest), sums);
    return sums.blend(more, rest); // a sum of -0 stays so
  }

  private static float total(FloatVector eight) {
    final FloatVector four = eight.add(eight.rearrange(BY_FOUR));
    final FloatVector two = four.add(four.rearrange(BY_TWO));
    return two.lane(0) + two.lane(1);
  }
}
