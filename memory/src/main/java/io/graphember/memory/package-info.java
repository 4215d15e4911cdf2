// SPDX-License-Identifier: Apache-2.0
/**
 * Memory that is taken on purpose: budgets, slabs of primitive arrays, direct buffers for engines.
 *
 * <p>Knows no graph and no Ignite. Nothing here is static state: several nodes share one JVM.
 */
@NullMarked
package io.graphember.memory;

import org.jspecify.annotations.NullMarked;
