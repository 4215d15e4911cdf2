// SPDX-License-Identifier: Apache-2.0
/**
 * Loops over rows and columns, twice each: by the Vector API, in classes named {@code Vector...},
 * and in plain Java. Both give the same bits, so that a result does not depend on how a JVM was
 * started.
 *
 * <p>The {@code Vector...} classes are compiled on their own with the incubator module {@code
 * jdk.incubator.vector}; nothing names them but {@link io.graphember.memory.kernel.VectorModule},
 * which loads them if the JVM has the module.
 */
package io.graphember.memory.kernel;
