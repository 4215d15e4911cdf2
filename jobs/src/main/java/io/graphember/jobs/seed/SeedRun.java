// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.seed;

import io.graphember.schema.Split;

/**
 * Some of the vertices that a partition has of a split, in ascending order of vid.
 *
 * @param partition the partition
 * @param split the split
 * @param from number of the first among those of the split
 * @param to number behind the last
 */
record SeedRun(int partition, Split split, int from, int to) {}
