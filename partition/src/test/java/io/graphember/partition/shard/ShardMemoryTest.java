// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ThreadShards;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.partition.Partitioner;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each of three nodes takes of its budget at most for a load that one could take alone. */
class ShardMemoryTest {
  private static final int PARTITIONS = 24;
  private static final int MOST_PERCENT = 45;

  /** A skewed graph with as many edges a vertex as ogbn-products; its rows fill their chunks. */
  private static final class Skewed implements GraphSource {
    private static final int VERTICES = 40_000;
    private static final int EDGES = 1_200_000;
    private static final int PIECE = 8_000;
    private static final int DIM = 150;

    @Override
    public GraphHeader header() {
      return new GraphHeader(KeyKind.INT64, DIM, true);
    }

    @Override
    public void stream(PieceSink sink, Cancellation cancellation) {
      for (int first = 0; first < VERTICES; first += PIECE) {
        sink.vertices(vertices(first));
      }
      for (int first = 0; first < EDGES; first += PIECE) {
        sink.edges(edges(first));
      }
    }

    private static VertexPiece vertices(int first) {
      long[] keys = new long[PIECE];
      int[] labels = new int[PIECE];
      byte[] splits = new byte[PIECE];
      float[] features = new float[PIECE * DIM];
      for (int i = 0; i < PIECE; i++) {
        keys[i] = first + i;
        labels[i] = i % 3 - 1;
        splits[i] = (byte) (i % 4);
      }
      for (int i = 0; i < features.length; i++) {
        features[i] = CounterRandom.unitFloat(CounterRandom.bits(3, (long) first * DIM + i));
      }
      return new VertexPiece(KeyColumn.of(keys), labels, splits, features);
    }

    private static EdgePiece edges(int first) {
      long[] sources = new long[PIECE];
      long[] destinations = new long[PIECE];
      for (int i = 0; i < PIECE; i++) {
        final double skew = CounterRandom.unitDouble(CounterRandom.bits(1, first + i));
        sources[i] = (long) (skew * skew * skew * VERTICES);
        destinations[i] = CounterRandom.bounded(CounterRandom.bits(2, first + i), VERTICES);
      }
      return new EdgePiece(KeyColumn.of(sources), KeyColumn.of(destinations));
    }

    @Override
    public List<String> labelNames(int vertexType) {
      return List.of("plain", "odd");
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noneOfThreeNodesTakesMuchMoreThanAThird(boolean symmetrize) {
    final GraphSettings settings = settings(symmetrize);
    final Partitioner cuts =
        new Partitioners(getClass().getClassLoader()).get(settings.partitioner());
    final Skewed graph = new Skewed();
    final MemoryBudget alone = new MemoryBudget(1L << 30);
    PartitionedGraph.load(graph, settings, cuts, alone, RowStorage.HEAP);
    try (ThreadShards shards = new ThreadShards(3, settings, graph.header(), cuts)) {
      PartitionedGraph.loadInShards(graph, settings, cuts, shards);
      for (int shard = 0; shard < 3; shard++) {
        assertThat(shards.budget(shard).peakBytes())
            .as("peak of node %d, %d of one alone", shard, alone.peakBytes())
            .isLessThan(alone.peakBytes() * MOST_PERCENT / 100);
      }
    }
  }

  private static GraphSettings settings(boolean symmetrize) {
    final GraphSettings plain = PartitionedGraph.settings(PARTITIONS, "adadne");
    return new GraphSettings(
        plain.name(),
        plain.partitions(),
        plain.partitioner(),
        plain.partitionerOptions(),
        plain.seed(),
        symmetrize,
        plain.dropSelfLoops(),
        plain.dropDuplicates(),
        plain.store(),
        plain.unknownVertices(),
        false,
        null);
  }
}
