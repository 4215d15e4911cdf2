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
  private static final int TOGETHER = 4; // rows: the sum is read and written once for all of them

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
    float[][] terms = new float[TOGETHER][dim];
    float[] sum = new float[dim];
    for (int i = 0; i < count; i++) {
      for (int t = 0; t < types; t++) {
        addUp((first + i) * types + t, terms, sum);
        System.arraycopy(sum, 0, target, begin + i * stride + t * dim, dim);
      }
    }
  }

  private void addUp(int segment, float[][] terms, float[] sum) {
    Arrays.fill(sum, 0);
    final int end = segments.end(segment);
    int e = segments.begin(segment);
    for (; e + TOGETHER <= end; e += TOGETHER) {
      for (int i = 0; i < TOGETHER; i++) {
        rows.get(segments.source(e + i) * dim, terms[i]);
      }
      addFour(segment, e, terms, sum);
    }
    for (; e < end; e++) {
      rows.get(segments.source(e) * dim, terms[0]);
      FloatMemory.add(segments.factor(segment, e), terms[0], sum);
    }
  }

  /** Adds to each element in the order of the edges, as one row after the other would. */
  private void addFour(int segment, int edge, float[][] terms, float[] sum) {
    final float f0 = segments.factor(segment, edge);
    final float f1 = segments.factor(segment, edge + 1);
    final float f2 = segments.factor(segment, edge + 2);
    final float f3 = segments.factor(segment, edge + 3);
    final float[] t0 = terms[0];
    final float[] t1 = terms[1];
    final float[] t2 = terms[2];
    final float[] t3 = terms[3];
    for (int j = 0; j < sum.length; j++) {
      sum[j] = sum[j] + f0 * t0[j] + f1 * t1[j] + f2 * t2[j] + f3 * t3[j];
    }
  }
}
