// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;

/**
 * One hop's bipartite graph, compressed by destination; the destinations are the first of the
 * sources, in the same order.
 *
 * <p>Buffers are direct, in native byte order, position 0. A backend reads them during a call and
 * keeps no reference to them afterwards.
 *
 * @param destinations number of destinations D
 * @param sources number of sources S, at least D
 * @param edges number of edges E
 * @param offsets int32[D + 1]: edges of destination i are {@code offsets[i] .. offsets[i + 1] - 1}
 * @param neighbors int32[E]: source of each edge, {@code 0 .. S - 1}
 * @param edgeWeights float32[E]: coefficient of each edge in the sum, or null for a mean over the
 *     edges of a destination
 * @param selfWeights float32[D]: coefficient of the destination itself in the sum, or null for
 *     none; null exactly if {@code edgeWeights} is
 */
public record Block(
    int destinations,
    int sources,
    int edges,
    ByteBuffer offsets,
    ByteBuffer neighbors,
    ByteBuffer edgeWeights,
    ByteBuffer selfWeights) {

  /** Checks counts and lengths, not the values in the buffers. */
  public Block {
    if (destinations < 0 || sources < destinations || edges < 0) {
      throw new IllegalArgumentException(
          "need 0 <= destinations <= sources and edges >= 0: destinations=%d sources=%d edges=%d"
              .formatted(destinations, sources, edges));
    }
    require("offsets", offsets, destinations + 1);
    require("neighbors", neighbors, edges);
    if ((edgeWeights == null) != (selfWeights == null)) {
      throw new IllegalArgumentException("edgeWeights and selfWeights come together");
    }
    if (edgeWeights != null) {
      require("edgeWeights", edgeWeights, edges);
      require("selfWeights", selfWeights, destinations);
    }
  }

  /** True if the sum has coefficients (GCN), false if it is a mean (GraphSAGE). */
  public boolean weighted() {
    return edgeWeights != null;
  }

  private static void require(String name, ByteBuffer buffer, int elements) {
    if (buffer.capacity() < 4L * elements) {
      throw new IllegalArgumentException(
          name + " holds " + buffer.capacity() + " bytes, needs " + 4L * elements);
    }
  }
}
