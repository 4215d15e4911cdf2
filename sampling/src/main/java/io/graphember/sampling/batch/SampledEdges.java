// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

/**
 * Which edges a hop has, in the order of {@link SampledHop#neighbors()}: where their own rows are,
 * and their types. The edges of a destination are in the order of the rules that took them.
 *
 * @param partitions partition of each edge
 * @param numbers number of each edge in its partition, its row in the edge tables; -1 where edges
 *     carry nothing
 * @param types type that the rule asks for which took the edge; 0 if it takes any
 */
public record SampledEdges(int[] partitions, int[] numbers, int[] types) {
  /** Of a hop of which it is not known. */
  public static final SampledEdges NONE = new SampledEdges(new int[0], new int[0], new int[0]);
}
