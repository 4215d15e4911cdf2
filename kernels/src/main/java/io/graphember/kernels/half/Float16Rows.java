// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.half;

import io.graphember.kernels.Simd;
import java.lang.invoke.MethodHandles;

/**
 * Rows of float16: a sign, 5 bits of exponent with bias 15, 10 bits of fraction. Both twins give
 * the same bits.
 */
interface Float16Rows extends HalfRows {
  /** The faster twin that this JVM can run. */
  Float16Rows BEST = Simd.choose(MethodHandles.lookup(), Float16Rows.class, ScalarFloat16Rows::new);
}
