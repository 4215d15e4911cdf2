// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * What is aggregated for each destination of a block, made when it is asked for from the rows of
 * its sources: that of its segments one after the other, each added up in the order of its edges.
 * O(dim) for a row's edge.
 */
final class NeighborSums implements RowSource {
  private final EdgeSegments segments;
  private final int types;
  private final int dim;
  private final FloatBuffer rows;

  /**
   * Of a block.
   *
   * @param types segments of a destination
   * @param dim floats of a row of a source
   * @param rows of the sources
   */
  NeighborSums(EdgeSegments segments, int types, int dim, ByteBuffer rows) {
    this.segments = segments;
    this.types = types;
    this.dim = dim;
    this.rows = FloatMemory.view(rows);
  }

  @Override
  public void load(int first, int count, float[] target, int begin, int stride) {
    float[] row = new float[dim];
    float[] sum = new float[dim];
    for (int i = 0; i < count; i++) {
      for (int t = 0; t < types; t++) {
        addUp((first + i) * types + t, row, sum);
        System.arraycopy(sum, 0, target, begin + i * stride + t * dim, dim);
      }
    }
  }

  private void addUp(int segment, float[] row, float[] sum) {
    Arrays.fill(sum, 0);
    for (int e = segments.begin(segment); e < segments.end(segment); e++) {
      rows.get(segments.source(e) * dim, row);
      FloatMemory.add(segments.factor(segment, e), row, 0, sum, 0, dim);
    }
  }
}
