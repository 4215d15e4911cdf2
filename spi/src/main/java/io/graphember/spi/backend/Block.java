// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One hop's bipartite graph, compressed by destination; the destinations are the first of the
 * sources, in the same order.
 *
 * <p>Buffers are direct, in native byte order, position 0. A backend reads them during a call and
 * keeps no reference to them afterwards. Weights, features and types need to be there only for a
 * model that looks at them, see {@link ModelSpec#requireFits}.
 *
 * @param destinations number of destinations D
 * @param sources number of sources S, at least D
 * @param edges number of edges E
 * @param offsets int32[D + 1]: edges of destination i are {@code offsets[i] .. offsets[i + 1] - 1}
 * @param neighbors int32[E]: source of each edge, {@code 0 .. S - 1}
 * @param edgeWeights float32[E]: coefficient of each edge in a weighted sum, or null for none
 * @param selfWeights float32[D]: coefficient of the destination itself in the sum, or null for
 *     none; null exactly if {@code edgeWeights} is
 * @param edgeFeatures float32[E, edgeDim], or null for none
 * @param edgeTypes int32[E]: type of each edge, those of a destination in ascending order; null for
 *     none
 * @param vertexTypes int32[S]: type of each source; null for none
 */
public record Block(
    int destinations,
    int sources,
    int edges,
    ByteBuffer offsets,
    ByteBuffer neighbors,
    @Nullable ByteBuffer edgeWeights,
    @Nullable ByteBuffer selfWeights,
    @Nullable ByteBuffer edgeFeatures,
    @Nullable ByteBuffer edgeTypes,
    @Nullable ByteBuffer vertexTypes) {

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
    if (edgeWeights != null && selfWeights != null) {
      require("edgeWeights", edgeWeights, edges);
      require("selfWeights", selfWeights, destinations);
    }
    if (edgeTypes != null) {
      require("edgeTypes", edgeTypes, edges);
    }
    if (vertexTypes != null) {
      require("vertexTypes", vertexTypes, sources);
    }
  }

  /** A block without features and types. */
  public Block(
      int destinations,
      int sources,
      int edges,
      ByteBuffer offsets,
      ByteBuffer neighbors,
      @Nullable ByteBuffer edgeWeights,
      @Nullable ByteBuffer selfWeights) {
    this(
        destinations,
        sources,
        edges,
        offsets,
        neighbors,
        edgeWeights,
        selfWeights,
        null,
        null,
        null);
  }

  /** The same block with features of its edges, {@code float32[E, edgeDim]}. */
  public Block withEdgeFeatures(ByteBuffer features) {
    return new Block(
        destinations,
        sources,
        edges,
        offsets,
        neighbors,
        edgeWeights,
        selfWeights,
        features,
        edgeTypes,
        vertexTypes);
  }

  /**
   * The same block with types of edges and of sources, {@code int32[E]} and {@code int32[S]}; null
   * for none.
   */
  public Block withTypes(@Nullable ByteBuffer ofEdges, @Nullable ByteBuffer ofSources) {
    return new Block(
        destinations,
        sources,
        edges,
        offsets,
        neighbors,
        edgeWeights,
        selfWeights,
        edgeFeatures,
        ofEdges,
        ofSources);
  }

  /**
   * Writes the source of each destination's edge of one number, -1 where it has fewer.
   *
   * @param number of the edge among those of its destination, 0 first
   * @param target int32[D]
   */
  public void writeNeighbors(int number, IntBuffer target) {
    int end = offsets.getInt(0);
    for (int i = 0; i < destinations; i++) {
      final int edge = end + number;
      end = offsets.getInt(4 * (i + 1));
      target.put(i, edge < end ? neighbors.getInt(4 * edge) : -1);
    }
  }

  /** True if the block has coefficients of a weighted sum (GCN). */
  public boolean weighted() {
    return edgeWeights != null;
  }

  /**
   * A part of a block, of its pairs or of its targets that the model looks at.
   *
   * @throws IllegalStateException if there is none: {@link ModelSpec#requireFits} was not asked
   */
  public static ByteBuffer present(@Nullable ByteBuffer part) {
    if (part == null) {
      throw new IllegalStateException("the batch was not checked: it lacks a part");
    }
    return part;
  }

  static void require(String name, ByteBuffer buffer, long elements) {
    if (buffer.capacity() < 4L * elements) {
      throw new IllegalArgumentException(
          name + " holds " + buffer.capacity() + " bytes, needs " + 4L * elements);
    }
  }
}
