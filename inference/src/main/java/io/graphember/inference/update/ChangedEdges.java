// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

/**
 * Edges that were added, or removed; parallel ones are named as often as they are meant.
 *
 * @param sources id of the source of each
 * @param destinations id of the destination of each
 * @param partitions partition that has or had each
 */
public record ChangedEdges(long[] sources, long[] destinations, int[] partitions) {
  /** No edges. */
  public static final ChangedEdges NONE = new ChangedEdges(new long[0], new long[0], new int[0]);

  /**
   * Checks the lengths.
   *
   * @throws IllegalArgumentException if they differ
   */
  public ChangedEdges {
    if (sources.length != destinations.length || sources.length != partitions.length) {
      throw new IllegalArgumentException(
          "%d sources, %d destinations and %d partitions"
              .formatted(sources.length, destinations.length, partitions.length));
    }
  }

  /** How many. */
  public int count() {
    return sources.length;
  }
}
