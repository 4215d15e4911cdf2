// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.spi.CounterRandom;

/**
 * The edges of an R-MAT graph (Chakrabarti, Zhan, Faloutsos, SDM 2004; a, b, c, d = 0.57, 0.19,
 * 0.19, 0.05), each drawn from its number.
 */
final class RmatDraw {
  private RmatDraw() {}

  /**
   * An edge.
   *
   * @param scale the graph has {@code 2^scale} vertices
   * @param edge number of the edge
   * @return source in the high half, destination in the low half
   */
  static long edge(int scale, long edge) {
    long source = 0;
    long destination = 0;
    for (int bit = 0; bit < scale; bit++) {
      float u = CounterRandom.unitFloat(CounterRandom.bits(4, edge * scale + bit));
      source = source << 1 | (u >= 0.76f ? 1 : 0);
      destination = destination << 1 | (u >= 0.57f && u < 0.76f || u >= 0.95f ? 1 : 0);
    }
    return source << 32 | destination;
  }
}
