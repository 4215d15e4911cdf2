// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.util.Arrays;

/**
 * Edges with their types, whether the graph has them or has been loaded without them.
 *
 * @param sources id of each source
 * @param destinations id of each destination
 * @param types number of the edge type of each
 */
public record TypedEdges(long[] sources, long[] destinations, int[] types) {
  /** None. */
  public static final TypedEdges NONE = new TypedEdges(new long[0], new long[0], new int[0]);

  /** Checks that there are as many of each. */
  public TypedEdges {
    if (sources.length != destinations.length || sources.length != types.length) {
      throw new IllegalArgumentException(
          "%d sources, %d destinations, %d types"
              .formatted(sources.length, destinations.length, types.length));
    }
  }

  /** How many. */
  public int size() {
    return sources.length;
  }

  /** A run of them. */
  public TypedEdges range(int from, int to) {
    return new TypedEdges(
        Arrays.copyOfRange(sources, from, to),
        Arrays.copyOfRange(destinations, from, to),
        Arrays.copyOfRange(types, from, to));
  }
}
