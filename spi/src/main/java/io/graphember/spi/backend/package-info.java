// SPDX-License-Identifier: Apache-2.0
/**
 * The boundary to a tensor engine: a whole-model forward and backward pass over a sampled
 * mini-batch, on direct buffers in native byte order.
 *
 * <p>Optimizers, dropout streams and parameter layouts are on our side of the boundary, so that
 * every backend gives the same losses from the same parameters.
 */
@NullMarked
package io.graphember.spi.backend;

import org.jspecify.annotations.NullMarked;
