// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import io.graphember.kernels.Simd;
import java.lang.invoke.MethodHandles;

/**
 * {@code d = sum_k sqrt(s_k)} with {@code s_k} the square of the modulus of the k-th complex
 * difference; the derivative is the difference divided by its modulus, or 0.
 *
 * <p>Roots are not the processor's, which take a vector of them ten times as long as a product, but
 * two steps of Newton's method from half the exponent, with constants scaled so that a factor of
 * all remains for the end (the first step: Kadlec, "Improving the fast inverse square root", 2010):
 *
 * <pre>
 * a = float(MAGIC - bits(s) / 2)
 * b = a (s a^2 - FIRST)
 * 1 / sqrt(s) = SCALE b (s b^2 - SECOND)
 * </pre>
 *
 * <p>with a relative error of at most 4e-7 beside those of roundings. Moduli beneath 1e-19, whose
 * squares are subnormal, may come out too small.
 */
interface ModulusDistances extends RowDistances {
  /** The faster twin that this JVM can run. */
  ModulusDistances BEST =
      Simd.choose(MethodHandles.lookup(), ModulusDistances.class, ScalarModulusDistances::new);

  int MAGIC = 0x5F1FFFF9;

  float FIRST = 2.38924456f;

  /** 3 / 0.703952253^2. */
  float SECOND = 6.0538945f;

  /** 0.703952253^3 / 2, and as much more as makes errors of both signs as large. */
  float SCALE = 0.17442138f;
}
