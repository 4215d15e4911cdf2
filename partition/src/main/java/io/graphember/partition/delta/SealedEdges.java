// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

/**
 * Edges that a partition may have, by local numbers there. Not to be changed.
 *
 * @param partition the partition
 * @param sources source of each
 * @param destinations destination of each; those of one destination one after the other
 * @param types stored type of each
 */
public record SealedEdges(int partition, int[] sources, int[] destinations, int[] types) {
  /** How many there are. */
  public int size() {
    return sources.length;
  }
}
