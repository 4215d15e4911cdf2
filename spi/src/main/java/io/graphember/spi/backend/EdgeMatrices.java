// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.CsrRows;
import io.graphember.spi.model.Operation;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/** The matrices that an aggregator multiplies rows of sources with. */
final class EdgeMatrices {
  private EdgeMatrices() {}

  /**
   * Of a block: one for each segment of a destination, with a row for each destination and a column
   * for each source. O(edges).
   *
   * @param aggregator that adds rows up
   * @param dim floats of a row that enters the layer
   * @param self true if a destination's own row is among them, with its weight
   * @throws IllegalArgumentException if an edge leads nowhere
   */
  static List<CsrRows> of(Block block, Operation aggregator, int dim, boolean self) {
    final int types = aggregator.columns() / dim;
    EdgeSegments segments = new EdgeSegments(block, aggregator.operator(), types);
    FloatBuffer selfWeights = self ? FloatMemory.view(block.selfWeights()) : null;
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
        if (self) {
          edges.add(d, selfWeights.get(d));
        }
        edges.endRow();
      }
      matrices.add(edges.build());
    }
    return matrices;
  }
}
