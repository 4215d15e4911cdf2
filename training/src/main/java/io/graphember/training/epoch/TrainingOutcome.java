// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import java.util.List;

/**
 * The result of a training.
 *
 * @param parameters those of the best epoch, flat; see {@link
 *     io.graphember.spi.backend.ParameterLayout}
 * @param bestEpoch its number, from 1; 0 if nothing was trained
 * @param epochs report of every epoch
 * @param slots what the optimizer remembers behind the last update; of trainers that are served by
 *     the first one only in that
 * @param updates that were made
 */
public record TrainingOutcome(
    float[] parameters, int bestEpoch, List<EpochReport> epochs, float[] slots, long updates) {}
