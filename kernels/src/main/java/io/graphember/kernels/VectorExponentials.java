// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** With the Vector API. */
final class VectorExponentials implements Exponentials {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  /** One number each way, so that tails take the same steps. */
  private static final ScalarExponentials TAIL = new ScalarExponentials();

  @Override
  public float max(float[] x, int at, int count) {
    final int whole = count / LANES * LANES;
    FloatVector max = FloatVector.broadcast(SPECIES, Float.NEGATIVE_INFINITY);
    for (int i = 0; i < whole; i += LANES) {
      max = max.max(FloatVector.fromArray(SPECIES, x, at + i));
    }
    return Math.max(max.reduceLanes(VectorOperators.MAX), TAIL.max(x, at + whole, count - whole));
  }

  @Override
  public float exp(float[] x, int at, int count, float factor, float shift, float[] y) {
    final int whole = LANES > PARTIAL_SUMS ? 0 : count / PARTIAL_SUMS * PARTIAL_SUMS;
    final FloatVector factors = FloatVector.broadcast(SPECIES, factor);
    final FloatVector shifts = FloatVector.broadcast(SPECIES, shift);
    for (int i = 0; i < whole; i += LANES) {
      exp(FloatVector.fromArray(SPECIES, x, at + i).fma(factors, shifts)).intoArray(y, at + i);
    }
    for (int i = whole; i < count; i++) {
      y[at + i] = ScalarExponentials.exp(Math.fma(factor, x[at + i], shift));
    }
    return sum(y, at, count);
  }

  private static FloatVector exp(FloatVector numbers) {
    final FloatVector x = numbers.max(LEAST).min(MOST);
    final IntVector twos =
        (IntVector)
            x.fma(
                    FloatVector.broadcast(SPECIES, ScalarExponentials.LOG2_E),
                    FloatVector.broadcast(
                        SPECIES, ScalarExponentials.BIAS + ScalarExponentials.HALF))
                .convert(VectorOperators.F2I, 0);
    final FloatVector whole =
        (FloatVector) twos.sub(ScalarExponentials.BIAS).convert(VectorOperators.I2F, 0);
    final FloatVector rest =
        whole.fma(
            FloatVector.broadcast(SPECIES, -ScalarExponentials.LN2_LOW),
            whole.fma(FloatVector.broadcast(SPECIES, -ScalarExponentials.LN2_HIGH), x));
    final FloatVector one = FloatVector.broadcast(SPECIES, 1);
    final FloatVector power =
        FloatVector.broadcast(SPECIES, ScalarExponentials.C6)
            .fma(rest, FloatVector.broadcast(SPECIES, ScalarExponentials.C5))
            .fma(rest, FloatVector.broadcast(SPECIES, ScalarExponentials.C4))
            .fma(rest, FloatVector.broadcast(SPECIES, ScalarExponentials.C3))
            .fma(rest, FloatVector.broadcast(SPECIES, ScalarExponentials.C2))
            .fma(rest, one)
            .fma(rest, one);
    return power.mul(
        twos.lanewise(VectorOperators.LSHL, ScalarExponentials.FRACTION_BITS)
            .reinterpretAsFloats());
  }

  /** In 16 partial sums, whatever the width of vectors is. */
  private static float sum(float[] y, int at, int count) {
    float[] sums = new float[PARTIAL_SUMS];
    final int whole = LANES > PARTIAL_SUMS ? 0 : count / PARTIAL_SUMS * PARTIAL_SUMS;
    for (int part = 0; part < PARTIAL_SUMS && whole > 0; part += LANES) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int i = part; i < whole; i += PARTIAL_SUMS) {
        sum = sum.add(FloatVector.fromArray(SPECIES, y, at + i));
      }
      sum.intoArray(sums, part);
    }
    for (int i = whole; i < count; i++) {
      sums[i % PARTIAL_SUMS] += y[at + i];
    }
    return ScalarExponentials.total(sums);
  }
}
