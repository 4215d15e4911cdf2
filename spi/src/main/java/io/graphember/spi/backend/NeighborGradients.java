// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Gradients of the rows of a block's sources, made when they are asked for from those of their
 * sums: of a source that is a destination its own, and the gradient of each sum that it is in, in
 * the order of its edges. O(dim) for a row and each of its edges.
 */
final class NeighborGradients implements RowSource {
  private final int destinations;
  private final int dim;
  private final EdgesBySource edges;
  private final FloatBuffer self;
  private final FloatBuffer sums;

  /**
   * Sorts the edges; O(sources + edges).
   *
   * @param segments of the block
   * @param dim floats of a row
   * @param self gradients of the destinations' own rows
   * @param sums gradients of the segments' rows
   */
  NeighborGradients(Block block, EdgeSegments segments, int dim, ByteBuffer self, ByteBuffer sums) {
    destinations = block.destinations();
    this.dim = dim;
    edges = new EdgesBySource(segments, block.sources());
    this.self = FloatMemory.view(self);
    this.sums = FloatMemory.view(sums);
  }

  @Override
  public void load(int first, int rows, float[] target, int begin, int stride) {
    float[] term = new float[dim];
    float[] sum = new float[dim];
    for (int i = 0; i < rows; i++) {
      final int source = first + i;
      if (source < destinations) {
        self.get(source * dim, sum);
      } else {
        Arrays.fill(sum, 0);
      }
      for (int e = edges.begin(source); e < edges.end(source); e++) {
        sums.get(edges.segment(e) * dim, term);
        FloatMemory.add(edges.factor(e), term, sum);
      }
      System.arraycopy(sum, 0, target, begin + i * stride, dim);
    }
  }
}
