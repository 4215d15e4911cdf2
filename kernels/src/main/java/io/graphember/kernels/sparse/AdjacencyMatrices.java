// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.spi.CsrRows;
import io.graphember.spi.backend.Block;
import io.graphember.spi.model.Operation;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The matrices A of a block by which an aggregator adds up the rows of neighbours: {@code y = A x},
 * and backward {@code dx = A' dy}, both by {@link io.graphember.kernels.SparseMatMul}. Any thread.
 */
public final class AdjacencyMatrices {
  private AdjacencyMatrices() {}

  /**
   * Of a block: one for each edge type that the aggregator keeps apart, with a row for each
   * destination and a column for each source. O(edges).
   *
   * @param aggregator a {@link io.graphember.spi.model.Program#typedAggregator() typed aggregator}
   * @param dim floats of a row that enters it
   * @param self true if a destination's own row is added too, with the block's weight
   * @throws IllegalArgumentException if an edge leads to a source that the block does not have, or
   *     types of a destination do not ascend
   */
  public static List<CsrRows> of(Block block, Operation aggregator, int dim, boolean self) {
    final int types = aggregator.columns() / dim;
    EdgeSegments segments = new EdgeSegments(block, aggregator.operator(), types);
    FloatBuffer selfWeights = self ? FloatBuffers.view(Block.present(block.selfWeights())) : null;
    List<CsrRows> matrices = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      CsrRows.Builder edges =
          new CsrRows.Builder(
              block.sources(),
              block.destinations(),
              block.edges() / types + (self ? block.destinations() : 0));
      for (int d = 0; d < block.destinations(); d++) {
        final int segment = d * types + t;
        for (int e = segments.begin(segment); e < segments.end(segment); e++) {
          edges.add(segments.source(e), segments.factor(segment, e));
        }
        if (selfWeights != null) {
          edges.add(d, selfWeights.get(d));
        }
        edges.endRow();
      }
      matrices.add(edges.build());
    }
    return matrices;
  }
}
