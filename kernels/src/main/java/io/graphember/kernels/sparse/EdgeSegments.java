// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.spi.backend.Block;
import io.graphember.spi.model.Operator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The edges of a block by segment: those whose rows become one row. A destination has one segment,
 * or one for each edge type, and the edges of a segment lie together.
 */
final class EdgeSegments {
  private final int[] offsets; // edges of segment s are offsets[s] .. offsets[s + 1] - 1
  private final IntBuffer sources;
  private final @Nullable FloatBuffer weights;
  private final boolean mean;

  /**
   * Reads a block; O(edges).
   *
   * @param operator {@link Operator#NEIGHBOR_MEAN}, {@link Operator#NEIGHBOR_SUM}, {@link
   *     Operator#NEIGHBOR_WEIGHTED_SUM} or {@link Operator#MEAN_BY_TYPE}
   * @param types segments of a destination
   * @throws IllegalArgumentException if an edge leads to a source that the block does not have, or
   *     has another type
   */
  EdgeSegments(Block block, Operator operator, int types) {
    offsets = new int[Math.multiplyExact(block.destinations(), types) + 1];
    sources = ints(block.neighbors());
    weights =
        operator == Operator.NEIGHBOR_WEIGHTED_SUM
            ? ordered(Block.present(block.edgeWeights())).asFloatBuffer()
            : null;
    requireSources(block);
    mean = operator == Operator.NEIGHBOR_MEAN || operator == Operator.MEAN_BY_TYPE;
    if (types == 1) {
      ints(block.offsets()).get(0, offsets);
    } else {
      readTypes(block, types);
    }
  }

  private void requireSources(Block block) {
    for (int e = 0; e < block.edges(); e++) {
      if (sources.get(e) < 0 || sources.get(e) >= block.sources()) {
        throw new IllegalArgumentException(
            "edge %d leads to source %d, the block has %d"
                .formatted(e, sources.get(e), block.sources()));
      }
    }
  }

  /** The edges of a destination are sorted by type. */
  private void readTypes(Block block, int types) {
    final IntBuffer ends = ints(block.offsets());
    final IntBuffer typeOf = ints(Block.present(block.edgeTypes()));
    int edge = ends.get(0);
    for (int i = 0; i < block.destinations(); i++) {
      final int end = ends.get(i + 1);
      for (int t = 0; t < types; t++) {
        offsets[i * types + t] = edge;
        while (edge < end && typeOf.get(edge) == t) {
          edge++;
        }
      }
      if (edge < end) {
        throw new IllegalArgumentException(
            "edge %d has type %d: types of a destination ascend from 0 to %d"
                .formatted(edge, typeOf.get(edge), types - 1));
      }
    }
    offsets[offsets.length - 1] = edge;
  }

  private static IntBuffer ints(ByteBuffer buffer) {
    return ordered(buffer).asIntBuffer();
  }

  private static ByteBuffer ordered(ByteBuffer buffer) {
    return buffer.duplicate().order(ByteOrder.nativeOrder());
  }

  /** Number of segments. */
  int count() {
    return offsets.length - 1;
  }

  /** First edge of a segment. */
  int begin(int segment) {
    return offsets[segment];
  }

  /** The edge after the last one of a segment. */
  int end(int segment) {
    return offsets[segment + 1];
  }

  /** Source of an edge. */
  int source(int edge) {
    return sources.get(edge);
  }

  /** What the row of an edge's source is multiplied by. */
  float factor(int segment, int edge) {
    if (weights != null) {
      return weights.get(edge);
    }
    return mean ? 1f / (end(segment) - begin(segment)) : 1f;
  }
}
