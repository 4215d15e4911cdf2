// SPDX-License-Identifier: Apache-2.0
/**
 * Parameters and rows that are trained: optimizers of dense parameters in {@code optimizer}, tables
 * of rows in {@code table}, their checkpoints in {@code checkpoint}.
 */
@NullMarked
package io.graphember.tensor;

import org.jspecify.annotations.NullMarked;
