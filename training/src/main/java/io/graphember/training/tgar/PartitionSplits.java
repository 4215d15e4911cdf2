// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.tgar;

/**
 * What a job learns of one partition.
 *
 * @param partition its number
 * @param train trained on
 * @param valid chooses the best epoch
 * @param test measures the result
 */
public record PartitionSplits(
    int partition, KnownMasters train, KnownMasters valid, KnownMasters test) {}
