// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.List;

/**
 * Further edges of an R-MAT graph, to be added to it.
 *
 * @param scale of its vertices the binary logarithm
 * @param drawn edges that it has
 * @param edges how many more
 */
public record MoreRmatEdges(int scale, long drawn, long edges) implements GraphSource {
  @Override
  public GraphHeader header() {
    return new GraphHeader(new VertexType("vertex", KeyKind.INT64, 0, false, true));
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    for (long first = 0; first < edges; first += RmatSource.PIECE_EDGES) {
      cancellation.check();
      final int count = (int) Math.min(RmatSource.PIECE_EDGES, edges - first);
      sink.edges(RmatSource.edges(scale, drawn + first, count, false));
    }
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return List.of();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
