// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;

/**
 * Targets of single-label vertex classification: softmax cross-entropy.
 *
 * @param labels int32[seeds], direct, native order: class of each seed, {@code 0 .. outputDim - 1}
 * @param scale the loss that is differentiated is {@code scale * sum over seeds}; {@code 1 / seeds}
 *     for the mean over one batch, {@code 1 / all seeds} when several trainers share a step
 */
public record ClassTargets(ByteBuffer labels, float scale) {}
