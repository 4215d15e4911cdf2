// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A graph whose columns of numbers are brought to one scale on the way, by what was learned of them
 * in a first reading of the vertices or is kept with the graph that they are added to.
 */
final class ScaledSource extends WrappedSource {
  private final GraphHeader header;

  private ScaledSource(GraphSource graph, GraphHeader header) {
    super(graph);
    this.header = header;
  }

  /**
   * Opens a graph.
   *
   * @param open opens it as it is; called twice where something is learned
   * @param kept how features are encoded in the graph that it is added to, by vertex type
   */
  static GraphSource open(
      Normalize how, Supplier<GraphSource> open, Map<String, FeatureEncoding> kept) {
    if (!how.learns()) {
      return open.get();
    }
    GraphSource graph = open.get();
    try {
      List<VertexType> types = graph.header().vertexTypes();
      List<ColumnStatistics> columns = new ArrayList<>();
      for (int t = 0; t < types.size(); t++) {
        columns.add(new ColumnStatistics(graph.numbers(t).size()));
      }
      if (!allKept(columns, types, kept)) {
        learn(open, columns);
      }
      List<VertexType> scaled = new ArrayList<>();
      for (int t = 0; t < types.size(); t++) {
        VertexType type = types.get(t);
        ColumnScales known = kept.getOrDefault(type.name(), FeatureEncoding.NONE).scales();
        final boolean fits = known.columns() > 0 && known.columns() == columns.get(t).columns();
        scaled.add(type.with(type.encoding().with(fits ? known : how.learn(columns.get(t)))));
      }
      return new ScaledSource(graph, new GraphHeader(scaled, graph.header().edgeTypes()));
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

  /** Reads the vertices, which come first. */
  private static void learn(Supplier<GraphSource> open, List<ColumnStatistics> columns) {
    try (GraphSource first = open.get()) {
      first.stream(
          new PieceSink() {
            @Override
            public void vertices(VertexPiece piece) {
              columns.get(piece.type()).add(piece);
            }

            @Override
            public void split(SplitPiece piece) {
              throw new AllVerticesRead();
            }

            @Override
            public void edges(EdgePiece piece) {
              throw new AllVerticesRead();
            }
          },
          Cancellation.NEVER);
    } catch (AllVerticesRead end) {
      return;
    }
  }

  /** Ends a reading before its end. */
  private static final class AllVerticesRead extends RuntimeException {
    private static final long serialVersionUID = 1;

    AllVerticesRead() {
      super(null, null, false, false);
    }
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  protected PieceSink before(PieceSink sink) {
    return new Passing(sink) {
      @Override
      public void vertices(VertexPiece piece) {
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
          scales.apply(dense.features(), type.rowDim());
          sink.vertices(dense);
        }
      }
    };
  }
}
