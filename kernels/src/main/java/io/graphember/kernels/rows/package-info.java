// SPDX-License-Identifier: Apache-2.0
/**
 * Operators over rows of a batch that stays in the cache, forward and back: rows are {@code stride}
 * floats apart, a multiple of {@link io.graphember.kernels.MatMul#LINE}; what is behind their
 * columns is computed too and means nothing.
 */
@NullMarked
package io.graphember.kernels.rows;

import org.jspecify.annotations.NullMarked;
