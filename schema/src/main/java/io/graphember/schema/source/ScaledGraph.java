// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ColumnScales;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A graph whose columns of numbers are brought to one scale on the way, by what was learned of them
 * in a first reading of the vertices or is kept with the graph that they are added to.
 */
final class ScaledGraph extends WrappedImport {
  private final GraphHeader header;

  private ScaledGraph(ImportedGraph graph, GraphHeader header) {
    super(graph);
    this.header = header;
  }

  /** Wraps a graph, which is closed if that fails; the same graph where nothing is learned. */
  static ImportedGraph open(Normalize how, ImportedGraph graph, ImportContext context) {
    if (!how.learns()) {
      return graph;
    }
    try {
      List<VertexType> types = graph.header().vertexTypes();
      List<ColumnStatistics> columns = new ArrayList<>();
      for (int t = 0; t < types.size(); t++) {
        columns.add(new ColumnStatistics(graph.numbers(t).size()));
      }
      if (!allKept(columns, types, context.kept())) {
        learn(graph, columns, context.cancellation());
      }
      List<VertexType> scaled = new ArrayList<>();
      for (int t = 0; t < types.size(); t++) {
        VertexType type = types.get(t);
        ColumnScales known =
            context.kept().getOrDefault(type.name(), FeatureEncoding.NONE).scales();
        final boolean fits = known.columns() > 0 && known.columns() == columns.get(t).columns();
        scaled.add(type.with(type.encoding().with(fits ? known : how.learn(columns.get(t)))));
      }
      return new ScaledGraph(graph, new GraphHeader(scaled, graph.header().edgeTypes()));
    } catch (RuntimeException e) {
      graph.close();
      throw e;
    }
  }

  private static boolean allKept(
      List<ColumnStatistics> columns, List<VertexType> types, Map<String, FeatureEncoding> kept) {
    for (int t = 0; t < types.size(); t++) {
      FeatureEncoding known = kept.getOrDefault(types.get(t).name(), FeatureEncoding.NONE);
      if (known.scales().columns() != columns.get(t).columns()) {
        return false;
      }
    }
    return true;
  }

  private static void learn(
      ImportedGraph graph, List<ColumnStatistics> columns, Cancellation cancellation) {
    for (SourceSplit split : graph.splits()) {
      if (split.kind() == SourceSplit.Kind.VERTICES) {
        graph.read(
            split,
            PieceSink.ofVertices(piece -> columns.get(piece.type()).add(piece)),
            ReadMeter.silent(cancellation));
      }
    }
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public void read(SourceSplit split, PieceSink sink, ReadMeter meter) {
    graph.read(
        split,
        split.kind() == SourceSplit.Kind.VERTICES
            ? PieceSink.ofVertices(piece -> scale(piece, sink))
            : sink,
        meter);
  }

  private void scale(VertexPiece piece, PieceSink sink) {
    VertexType type = header.vertexType(piece.type());
    ColumnScales scales = type.encoding().scales();
    if (scales.columns() == 0) {
      sink.vertices(piece);
      return;
    }
    // Zeros do not stay zeros, and a piece has less room for rows that are dense.
    final int most = Math.max(1, Piece.TARGET_BYTES / (Float.BYTES * type.rowDim()));
    for (int row = 0; row < piece.rows(); row += most) {
      VertexPiece dense = piece.dense(row, Math.min(piece.rows(), row + most));
      scales.apply(dense.denseRows(), type.rowDim());
      sink.vertices(dense);
    }
  }
}
