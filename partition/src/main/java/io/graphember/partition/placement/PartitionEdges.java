// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

/**
 * The edges of one partition in canonical order.
 *
 * @param sources source of each edge
 * @param destinations destination of each edge
 * @param types type of each edge; empty for one type
 * @param values what the edges carry, by their place here
 */
public record PartitionEdges(
    int[] sources, int[] destinations, int[] types, NumberedEdgeValues values) {
  public int size() {
    return sources.length;
  }
}
