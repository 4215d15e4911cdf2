// SPDX-License-Identifier: Apache-2.0
/**
 * Kernels: loops over rows and columns, twice each: by the Vector API, in classes named {@code
 * Vector...}, and in scalar Java, in classes named {@code Scalar...}. Both give the same bits, so
 * that a result does not depend on how a JVM was started.
 *
 * <p>The {@code Vector...} classes are compiled on their own with the incubator module {@code
 * jdk.incubator.vector}; nothing names them but {@link io.graphember.kernels.Simd}, which loads
 * them if the JVM has the module.
 */
@NullMarked
package io.graphember.kernels;

import org.jspecify.annotations.NullMarked;
