// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.fixture.GrowingGraph;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.WrappedSource;
import io.graphember.spi.Cancellation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is added to a version that several shards read is stored as one place stores it. */
class SharedAdditionsTest {
  private static GraphSettings settings(
      int partitions, String partitioner, boolean symmetrize, boolean dropLoops) {
    return new GraphSettings(
        "sample",
        partitions,
        partitioner,
        Map.of(),
        1,
        symmetrize,
        dropLoops,
        false,
        StoreLayout.COMPACT,
        UnknownVertices.ERROR,
        true,
        null);
  }

  /** More than a message and a slice of rows and of edges have room for. */
  @Test
  void aLargePartitionComesInSeveralMessages() {
    GrowingGraph graph = GrowingGraph.random(20_000, 200_000, 100, 500, 5);
    assertSameInShards(graph.base(), graph.additions(), settings(1, "hash-1d", true, true), 2);
  }

  /** What comes without labels, splits and features leaves those that are there. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void edgesAloneLeaveWhatVerticesHave(boolean symmetrize) {
    GrowingGraph.Rows rows = GrowingGraph.random(40, 120, 0, 0, 7).base();
    GraphSettings settings = settings(5, "hdrf", symmetrize, false);
    PartitionedGraph second = assertSameInShards(rows, new EdgesAlone(rows), settings, 3);
    assertThat(second.summary().vertexTypes().get(0).labels())
        .isPositive()
        .isEqualTo(PartitionedGraph.load(rows, settings).summary().vertexTypes().get(0).labels());
  }

  /** The edges of a graph, without files of vertices. */
  private static final class EdgesAlone extends WrappedSource {
    EdgesAlone(GraphSource graph) {
      super(graph);
    }

    @Override
    public GraphHeader header() {
      return new GraphHeader(
          graph.header().vertexTypes().stream()
              .map(type -> new VertexType(type.name(), type.keyKind(), 0, false, true))
              .toList(),
          graph.header().edgeTypes());
    }

    @Override
    protected PieceSink before(PieceSink sink) {
      return new PieceSink() {
        @Override
        public void vertices(VertexPiece piece) {
          // none
        }

        @Override
        public void split(SplitPiece piece) {
          // none
        }

        @Override
        public void edges(EdgePiece piece) {
          sink.edges(piece);
        }
      };
    }

    @Override
    public List<String> labelNames(int vertexType) {
      return List.of();
    }
  }

  /** What edges carry may be more than a piece has room for, were pieces cut by their number. */
  @Test
  void wideEdgesComeInPiecesThatFit() {
    WideEdges graph = new WideEdges(33_000, 300);
    assertSameInShards(graph, new WideEdges(10, 300), settings(1, "hash-1d", false, false), 2);
  }

  /** Edges between a few vertices, with many numbers each. */
  private record WideEdges(int count, int dim) implements GraphSource {
    private static final int VERTICES = 64;
    private static final int PIECE_ROWS = 1000;

    @Override
    public GraphHeader header() {
      return new GraphHeader(
          new VertexType("vertex", KeyKind.INT64, 0, false, true),
          new EdgeAttributes(false, false, dim));
    }

    @Override
    public void stream(PieceSink sink, Cancellation cancellation) {
      for (int first = 0; first < count; first += PIECE_ROWS) {
        final int rows = Math.min(PIECE_ROWS, count - first);
        long[] sources = new long[rows];
        long[] destinations = new long[rows];
        float[] features = new float[rows * dim];
        for (int i = 0; i < rows; i++) {
          sources[i] = (first + i) % VERTICES;
          destinations[i] = (first + i) / VERTICES % VERTICES;
          features[i * dim] = first + i;
        }
        sink.edges(
            new EdgePiece(
                0, KeyColumn.of(sources), KeyColumn.of(destinations), null, null, features));
      }
    }

    @Override
    public List<String> labelNames(int vertexType) {
      return List.of();
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  /** Some vertices come again with other features, of which most are zero. */
  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void sparseFeaturesGoHomeAndAreReplacedThere(KeyKind keys) {
    assertSameInShards(
        SampleGraph.random(60, 200, 1).withFeatures(100).withKeys(keys).source(7),
        SampleGraph.random(90, 150, 2).withFeatures(100).withKeys(keys).source(7),
        settings(5, "hdrf", false, false),
        3);
  }

  private static PartitionedGraph assertSameInShards(
      GraphSource base, GraphSource additions, GraphSettings settings, int shards) {
    PartitionedGraph first = PartitionedGraph.load(base, settings);
    PartitionedGraph several = first.addInShards(additions, settings, shards);
    several.assertStoredAs(first.add(additions, settings));
    return several;
  }
}
