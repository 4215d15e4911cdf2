// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.batch;

/**
 * Keys of random streams, see {@link io.graphember.spi.CounterRandom}; trainers have different
 * ones.
 *
 * @param epoch the same for all batches of an epoch
 * @param batch of one batch
 */
public record BatchKeys(long epoch, long batch) {}
