// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.List;

/** More edges of the same distribution between the vertices of an {@link RmatSource}. */
public final class AddedEdges implements GraphSource {
  private final int scale;
  private final long first;
  private final int count;
  private final boolean sized;

  /**
   * Edges.
   *
   * @param scale of the graph
   * @param first draw of the first
   * @param count how many
   * @param sized whether it is known before they are read how many they are
   */
  public AddedEdges(int scale, long first, int count, boolean sized) {
    this.scale = scale;
    this.first = first;
    this.count = count;
    this.sized = sized;
  }

  @Override
  public GraphHeader header() {
    return new GraphHeader(
        List.of(new VertexType("vertex", KeyKind.INT64, 0, false, true)),
        List.of(new EdgeType("edge", 0, 0, EdgeAttributes.NONE)));
  }

  @Override
  public ExpectedSize expected() {
    return sized ? ExpectedSize.of(0, count) : ExpectedSize.unknown(header());
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    for (int done = 0; done < count; done += RmatSource.PIECE_EDGES) {
      cancellation.check();
      sink.edges(
          RmatSource.edges(
              scale, first + done, Math.min(RmatSource.PIECE_EDGES, count - done), false));
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
