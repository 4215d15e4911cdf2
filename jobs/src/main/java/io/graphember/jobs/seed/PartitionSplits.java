// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

/**
 * How many labelled vertices of a partition are in each split.
 *
 * @param train trained on
 * @param valid chooses the best epoch
 * @param test measures the result
 * @param classes of each class, those that are trained on; empty if nobody asks
 */
record PartitionSplits(long train, long valid, long test, long[] classes) {}
