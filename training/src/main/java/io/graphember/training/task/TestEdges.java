// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.util.Arrays;

/**
 * Edges that the graph has been loaded without, to test a model that predicts edges.
 *
 * @param sources id of each source
 * @param destinations id of each destination
 */
public record TestEdges(long[] sources, long[] destinations) {
  /** None. */
  public static final TestEdges NONE = new TestEdges(new long[0], new long[0]);

  /** Checks that there are as many of both. */
  public TestEdges {
    if (sources.length != destinations.length) {
      throw new IllegalArgumentException(
          sources.length + " sources, " + destinations.length + " destinations");
    }
  }

  /** How many. */
  public int size() {
    return sources.length;
  }

  /** A run of them. */
  public TestEdges range(int from, int to) {
    return new TestEdges(
        Arrays.copyOfRange(sources, from, to), Arrays.copyOfRange(destinations, from, to));
  }
}
