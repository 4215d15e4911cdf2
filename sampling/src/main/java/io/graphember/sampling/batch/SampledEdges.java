// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

/**
 * Which edges a hop has, in the order of {@link SampledHop#neighbors()}: where their own rows are,
 * and which rule took them.
 *
 * @param partitions partition of each edge
 * @param numbers number of each edge in its partition, its row in the edge tables; -1 where edges
 *     carry nothing
 * @param rules number of the rule of the hop that took the edge
 */
public record SampledEdges(int[] partitions, int[] numbers, int[] rules) {}
