// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

import io.graphember.spi.backend.Loss;

/**
 * Masters of one partition whose outputs a loss looks at.
 *
 * @param masters their local numbers, ascending
 * @param loss what is minimised: one row for each of them, in this order. {@link Loss.Classes},
 *     {@link Loss.Labels} or {@link Loss.Values}
 */
public record PartitionSeeds(int[] masters, Loss loss) {}
