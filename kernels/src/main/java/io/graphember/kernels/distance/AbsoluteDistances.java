// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import io.graphember.kernels.Simd;
import java.lang.invoke.MethodHandles;

/** {@code d = sum_k |x_k - y_k|}; the derivative is the sign of the difference, or 0. */
interface AbsoluteDistances extends RowDistances {
  /** The faster twin that this JVM can run. */
  AbsoluteDistances BEST =
      Simd.choose(MethodHandles.lookup(), AbsoluteDistances.class, ScalarAbsoluteDistances::new);
}
