// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.forecast;

/**
 * A load: an R-MAT graph whose edges are symmetrised, with 100 features a vertex, cut by AdaDNE.
 *
 * @param vertices number of vertices
 * @param edges number of edges, both directions
 * @param partitions number of partitions
 * @param nodes number of storage nodes
 */
public record LoadPlan(long vertices, long edges, int partitions, int nodes) {
  private static final double MOST_AT_ONCE = 64; // partitions that are cut in one step

  /** Steps in which the graph is cut: into groups, then into the partitions of each. */
  double steps() {
    return partitions > MOST_AT_ONCE ? 2 : 1;
  }

  /** Share of what comes to a node that it sends on to others. */
  double sent() {
    return 1 - 1.0 / nodes;
  }

  /**
   * Replicas, about: AdaDNE cut R-MAT with 10M edges into 8, 32, 128 and 512 partitions with 1.64,
   * 2.47, 3.66 and 5.48 of each vertex, 1.5 times as many each time.
   */
  double replicas() {
    return vertices * Math.max(1, 1.64 * Math.pow(partitions / 8.0, 0.29));
  }
}
