// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.memory.RowMatrix;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchAssemblerTest {
  private static final int ALL = UniformNeighbors.ALL;
  private static final int DIM = 5;
  private final Replies replies = new Replies(Cancellation.NEVER, 10_000);
  private final SampleGraph sample = SampleGraph.random(60, 600, 8).withFeatures(DIM);
  private final PartitionedGraph graph = PartitionedGraph.load(sample, 6, "hash-2d");
  private final MemoryCluster cluster = new MemoryCluster(graph, 3, Courier.direct());

  private long[] seeds(int... vertices) {
    return Arrays.stream(vertices).mapToLong(v -> graph.vid(sample.keyOf(v))).toArray();
  }

  private SampledNeighborhood neighborhood(long[] seeds, long key, int... fanouts) {
    return new NeighborSampler(cluster, replies).withDegrees().sample(seeds, fanouts, key);
  }

  private MiniBatch assemble(SampledNeighborhood neighborhood, Aggregation aggregation) {
    return new BatchAssembler(
            cluster.rows(),
            graph.partitions(),
            BlockAssembler.of(aggregation),
            replies,
            false,
            new BatchCounts())
        .assemble(neighborhood, new BatchBuffers(), 99);
  }

  private int vertex(long vid) {
    return vertex(sample, graph, vid);
  }

  private static int vertex(SampleGraph of, PartitionedGraph cut, long vid) {
    for (int v = 0; v < of.vertices(); v++) {
      if (of.keyOf(v).equals(cut.key(vid))) {
        return v;
      }
    }
    throw new AssertionError(vid);
  }

  @Test
  void blocksHoldTheHopsInTheOrderOfLayers() {
    SampledNeighborhood got = neighborhood(seeds(3, 9, 1), 5, 4, 3, 2);
    MiniBatch batch = assemble(got, Aggregation.MEAN);
    assertThat(batch.seeds()).isEqualTo(3);
    assertThat(batch.dropoutKey()).isEqualTo(99);
    assertThat(batch.blocks()).hasSize(3);
    for (int layer = 0; layer < 3; layer++) {
      SampledHop hop = got.hops().get(2 - layer);
      Block block = batch.blocks().get(layer);
      assertThat(block.destinations()).isEqualTo(hop.destinations());
      assertThat(block.sources()).isEqualTo(hop.sources());
      assertThat(block.edges()).isEqualTo(hop.neighbors().length);
      assertThat(block.weighted()).isFalse();
      for (int v = 0; v <= hop.destinations(); v++) {
        assertThat(block.offsets().getInt(4 * v)).isEqualTo(hop.offsets()[v]);
      }
      for (int e = 0; e < block.edges(); e++) {
        assertThat(block.neighbors().getInt(4 * e)).isEqualTo(hop.neighbors()[e]);
      }
    }
  }

  @Test
  void everyRowIsAtItsVertexAndAskedForOnce() {
    SampledNeighborhood got = neighborhood(seeds(3, 9, 1, 20, 33), 5, 4, 3);
    MiniBatch batch = assemble(got, Aggregation.GCN_NORM);
    BatchInput.Rows rows = (BatchInput.Rows) batch.input();
    for (int i = 0; i < got.vids().length; i++) {
      float[] expected = sample.featuresOf(vertex(got.vids()[i]));
      for (int j = 0; j < DIM; j++) {
        assertThat(rows.rows().getFloat(4 * (i * DIM + j))).isEqualTo(expected[j]);
      }
    }
    List<MemoryCluster.Request> requests = cluster.requests("rows");
    assertThat(requests.stream().mapToInt(MemoryCluster.Request::items).sum())
        .isEqualTo(got.vids().length);
    Set<Integer> hosts = new HashSet<>();
    requests.forEach(request -> assertThat(hosts.add(request.host())).isTrue());
  }

  @Test
  void buffersAreUsedAgainForLargerAndSmallerBatches() {
    BatchBuffers buffers = new BatchBuffers();
    BatchAssembler assembler =
        new BatchAssembler(
            cluster.rows(),
            graph.partitions(),
            BlockAssembler.of(Aggregation.GCN_NORM),
            replies,
            false,
            new BatchCounts());
    for (int[] vertices : new int[][] {{1}, {1, 2, 3, 4, 5, 6, 7, 8}, {}, {40, 2}}) {
      SampledNeighborhood got = neighborhood(seeds(vertices), 3, 5, 5);
      MiniBatch again = assembler.assemble(got, buffers, 1);
      MiniBatch fresh = assemble(got, Aggregation.GCN_NORM);
      assertThat(again.seeds()).isEqualTo(vertices.length);
      for (int layer = 0; layer < 2; layer++) {
        Block block = again.blocks().get(layer);
        for (int e = 0; e < block.edges(); e++) {
          assertThat(block.edgeWeights().getFloat(4 * e))
              .isEqualTo(fresh.blocks().get(layer).edgeWeights().getFloat(4 * e));
        }
      }
      for (int i = 0; i < got.vids().length * DIM; i++) {
        assertThat(((BatchInput.Rows) again.input()).rows().getFloat(4 * i))
            .isEqualTo(((BatchInput.Rows) fresh.input()).rows().getFloat(4 * i));
      }
    }
  }

  /** GCN's normalised adjacency with self loops, dense, in double precision. */
  private double[][] normalizedAdjacency() {
    int n = sample.vertices();
    int[][] in = sample.inNeighbors();
    double[][] matrix = new double[n][n];
    for (int v = 0; v < n; v++) {
      matrix[v][v] += 1.0 / (in[v].length + 1);
      for (int u : in[v]) {
        matrix[v][u] += 1 / Math.sqrt((in[v].length + 1.0) * (in[u].length + 1.0));
      }
    }
    return matrix;
  }

  @Test
  void gcnCoefficientsWithAllNeighborsAreThoseOfTheWholeGraph() {
    double[][] matrix = normalizedAdjacency();
    int[] all = new int[sample.vertices()];
    Arrays.setAll(all, v -> v);
    SampledNeighborhood got = neighborhood(seeds(all), 1, ALL, ALL);
    for (Block block : assemble(got, Aggregation.GCN_NORM).blocks()) {
      for (int i = 0; i < block.destinations(); i++) {
        double[] row = new double[sample.vertices()];
        int v = vertex(got.vids()[i]);
        row[v] += block.selfWeights().getFloat(4 * i);
        for (int e = block.offsets().getInt(4 * i); e < block.offsets().getInt(4 * i + 4); e++) {
          row[vertex(got.vids()[block.neighbors().getInt(4 * e)])] +=
              block.edgeWeights().getFloat(4 * e);
        }
        for (int u = 0; u < row.length; u++) {
          assertThat(row[u]).isCloseTo(matrix[v][u], within(1e-6));
        }
      }
    }
  }

  /**
   * The sum over k of d sampled neighbours, scaled by d / k, is right in the mean: over 4,000 draws
   * within 4.5 standard errors for each of 10 vertices (two-sided, together 7e-5 of chance).
   */
  @Test
  void sampledGcnSumsAreUnbiased() {
    double[][] matrix = normalizedAdjacency();
    final int draws = 4000;
    final int[] vertices = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    double[] sums = new double[vertices.length];
    double[] squares = new double[vertices.length];
    for (int draw = 0; draw < draws; draw++) {
      SampledNeighborhood got = neighborhood(seeds(vertices), CounterRandom.child(4, draw), 4);
      MiniBatch batch = assemble(got, Aggregation.GCN_NORM);
      Block block = batch.blocks().get(0);
      for (int i = 0; i < vertices.length; i++) {
        double sum = block.selfWeights().getFloat(4 * i) * feature(batch, i);
        for (int e = block.offsets().getInt(4 * i); e < block.offsets().getInt(4 * i + 4); e++) {
          sum +=
              block.edgeWeights().getFloat(4 * e) * feature(batch, block.neighbors().getInt(4 * e));
        }
        sums[i] += sum;
        squares[i] += sum * sum;
      }
    }
    for (int i = 0; i < vertices.length; i++) {
      double expected = 0;
      for (int u = 0; u < sample.vertices(); u++) {
        expected += matrix[vertices[i]][u] * sample.featuresOf(u)[0];
      }
      double mean = sums[i] / draws;
      double error = Math.sqrt((squares[i] / draws - mean * mean) / draws);
      assertThat(sample.inNeighbors()[vertices[i]].length).isGreaterThan(4);
      assertThat(error).isPositive();
      assertThat(mean).isCloseTo(expected, within(4.5 * error));
    }
  }

  private static double feature(MiniBatch batch, int row) {
    return ((BatchInput.Rows) batch.input()).rows().getFloat(4 * row * DIM);
  }

  @Test
  void withoutEdgesGcnIsTheVertexItself() {
    MiniBatch batch = assemble(neighborhood(seeds(0, 1), 1, 0), Aggregation.GCN_NORM);
    Block block = batch.blocks().get(0);
    assertThat(block.edges()).isZero();
    assertThat(block.selfWeights().getFloat(0)).isEqualTo(1);
    assertThat(block.selfWeights().getFloat(4)).isEqualTo(1);
  }

  @Test
  void orderOfRepliesAndHostsLeavesNoTrace() {
    SampledNeighborhood got = neighborhood(seeds(1, 2, 3, 4), 7, 3, 3);
    List<float[]> results = new ArrayList<>();
    for (int hosts : new int[] {1, 2, 3, 5}) {
      MemoryCluster other = new MemoryCluster(graph, hosts, Courier.shuffled(hosts));
      MiniBatch batch =
          new BatchAssembler(
                  other.rows(),
                  graph.partitions(),
                  BlockAssembler.of(Aggregation.MEAN),
                  replies,
                  false,
                  new BatchCounts())
              .assemble(got, new BatchBuffers(), 0);
      float[] rows = new float[got.vids().length * DIM];
      ((BatchInput.Rows) batch.input()).rows().asFloatBuffer().get(rows);
      results.add(rows);
    }
    results.forEach(rows -> assertThat(rows).isEqualTo(results.get(0)));
  }

  /** Wherever the trainer is, and whether batches may be sparse or not. */
  @Test
  void sparseRowsAreThoseThatADenseBatchHas() {
    SampleGraph wide = SampleGraph.random(300, 3000, 8).withFeatures(SampleGraph.WIDE);
    PartitionedGraph cut = PartitionedGraph.load(wide, 4, "hash-2d");
    long[] seeds = {cut.vid(wide.keyOf(3)), cut.vid(wide.keyOf(9)), cut.vid(wide.keyOf(20))};
    BatchCounts counts = new BatchCounts();
    for (int self : new int[] {-1, 0, 1, 2}) {
      MemoryCluster hosts = new MemoryCluster(cut, 3, Courier.shuffled(self + 2), self);
      SampledNeighborhood got =
          new NeighborSampler(hosts, replies).sample(seeds, new int[] {5, 5}, 5);
      BatchInput.Sparse sparse =
          (BatchInput.Sparse)
              assembler(hosts, true, counts).assemble(got, new BatchBuffers(), 9).input();
      BatchInput.Rows dense =
          (BatchInput.Rows)
              assembler(hosts, false, counts).assemble(got, new BatchBuffers(), 9).input();
      assertThat(sparse.rows().fault()).isEmpty();
      assertThat(sparse.rows().rows()).isEqualTo(got.vids().length);
      assertThat(sparse.rows().dense())
          .isEqualTo(floats(dense.rows(), got.vids().length * SampleGraph.WIDE));
      for (int i = 0; i < got.vids().length; i++) {
        float[] row = new float[SampleGraph.WIDE];
        sparse.rows().read(i, row, 0);
        assertThat(row).isEqualTo(wide.featuresOf(vertex(wide, cut, got.vids()[i])));
      }
    }
    assertThat(counts.pushedDown()).isZero();
  }

  private BatchAssembler assembler(MemoryCluster hosts, boolean sparse, BatchCounts counts) {
    return new BatchAssembler(
        hosts.rows(), 4, BlockAssembler.of(Aggregation.MEAN), replies, sparse, sparse, counts);
  }

  @Test
  void sparseRowsOfTheWrongShapeAreRefused() {
    SampledNeighborhood got = neighborhood(seeds(1), 7, 0);
    BatchAssembler assembler =
        new BatchAssembler(
            new FixedSparse(5, new CsrRows(2, 5, new int[3], new int[0], new float[0])),
            6,
            BlockAssembler.of(Aggregation.MEAN),
            replies,
            false,
            true,
            new BatchCounts());
    assertThatThrownBy(() -> assembler.assemble(got, new BatchBuffers(), 0))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SamplingError.REPLY_MISMATCH)).isTrue())
        .hasMessage("A partition answered with CsrRows[2 x 5, 0 entries] for 1 rows of 5.");
  }

  private record FixedSparse(int dim, CsrRows reply) implements RowSource {
    @Override
    public int hosts() {
      return 1;
    }

    @Override
    public int host(int partition) {
      return 0;
    }

    @Override
    public boolean sparse() {
      return true;
    }

    @Override
    public CompletableFuture<List<CsrRows>> fetchSparse(int host, List<RowRequest> requests) {
      return CompletableFuture.completedFuture(requests.stream().map(request -> reply).toList());
    }

    @Override
    public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
      throw new AssertionError("rows are sparse");
    }

    @Override
    public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
      throw new AssertionError("nothing is pushed down");
    }

    @Override
    public boolean mirrored() {
      return false;
    }

    @Override
    public Optional<RowMatrix> resident(int partition) {
      return Optional.empty();
    }
  }

  private record Fixed(int dim, float[] reply) implements RowSource {
    @Override
    public int hosts() {
      return 1;
    }

    @Override
    public int host(int partition) {
      return 0;
    }

    @Override
    public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
      return CompletableFuture.completedFuture(requests.stream().map(request -> reply).toList());
    }

    @Override
    public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
      return CompletableFuture.completedFuture(requests.stream().map(request -> reply).toList());
    }

    @Override
    public boolean mirrored() {
      return false;
    }

    @Override
    public Optional<RowMatrix> resident(int partition) {
      return Optional.empty();
    }
  }

  @Test
  void rowsOfTheWrongLengthAreRefused() {
    SampledNeighborhood got = neighborhood(seeds(1), 7, 0);
    for (int length : new int[] {4, 6, 0}) {
      BatchAssembler assembler =
          new BatchAssembler(
              new Fixed(5, new float[length]),
              6,
              BlockAssembler.of(Aggregation.MEAN),
              replies,
              false,
              new BatchCounts());
      assertThatThrownBy(() -> assembler.assemble(got, new BatchBuffers(), 0))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(SamplingError.REPLY_MISMATCH)).isTrue())
          .hasMessage("A partition answered with " + length + " floats for 1 rows of 5.");
    }
  }

  @Test
  void aBatchAboveTwoGibibytesIsRefusedInWordsBeforeAnythingIsFetched() {
    SampledNeighborhood got = neighborhood(seeds(1, 2), 7, 0);
    BatchAssembler assembler =
        new BatchAssembler(
            new Fixed(1 << 29, null),
            6,
            BlockAssembler.of(Aggregation.MEAN),
            replies,
            false,
            new BatchCounts());
    assertThatThrownBy(() -> assembler.assemble(got, new BatchBuffers(), 0))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(SamplingError.BATCH_TOO_LARGE)).isTrue())
        .hasMessage(
            "A batch reaches 2 vertices with 536870912 features each, more than 2 GiB; lower training.batchSize or training.fanouts.");
  }

  private static float[] floats(ByteBuffer buffer, int count) {
    float[] floats = new float[count];
    buffer.asFloatBuffer().get(floats);
    return floats;
  }

  /**
   * To float rounding what the fetched rows give; the same bits wherever the partitions lie. By
   * partitions that have rows of their masters only, and of their mirrors too.
   */
  @ParameterizedTest
  @CsvSource({"false, -1", "true, -1", "true, 40"})
  void neighborsAddedUpWhereTheirRowsAreGiveTheSumsOfFetchedRows(boolean mirrored, int fanout) {
    final int dim = 32;
    SampleGraph large = SampleGraph.random(3000, 150_000, 8).withFeatures(dim);
    PartitionedGraph cut = PartitionedGraph.load(large, 4, "hash-2d");
    MemoryCluster outside = new MemoryCluster(cut, 3, Courier.direct());
    long[] seeds = {cut.vid(large.keyOf(3)), cut.vid(large.keyOf(9)), cut.vid(large.keyOf(20))};
    final int[] fanouts = {2, fanout};
    SampledNeighborhood got =
        new NeighborSampler(outside, replies).withDegrees().sample(seeds, fanouts, 5);
    SampledHop first = got.lastHop();
    for (Aggregation aggregation : Aggregation.values()) {
      MiniBatch fetched =
          new BatchAssembler(
                  outside.rows(),
                  cut.partitions(),
                  BlockAssembler.of(aggregation),
                  replies,
                  false,
                  new BatchCounts())
              .assemble(got, new BatchBuffers(), 9);
      FloatBuffer rows = ((BatchInput.Rows) fetched.input()).rows().asFloatBuffer();
      Block block = fetched.blocks().get(0);
      List<float[]> results = new ArrayList<>();
      for (int self : new int[] {-1, 0, 1, 2}) {
        MemoryCluster hosts = new MemoryCluster(cut, 3, Courier.shuffled(self + 2), self);
        BatchCounts counts = new BatchCounts();
        MiniBatch batch =
            new BatchAssembler(
                    mirrored ? hosts.mirroredRows() : hosts.rows(),
                    cut.partitions(),
                    BlockAssembler.of(aggregation),
                    replies,
                    true,
                    counts)
                .assemble(
                    new NeighborSampler(hosts, replies)
                        .withLists()
                        .withDegrees()
                        .sample(seeds, fanouts, 5),
                    new BatchBuffers(),
                    9);
        assertThat(counts.pushedDown()).isOne();
        assertThat(counts.bytesSpared()).isPositive();
        BatchInput.Aggregated input = (BatchInput.Aggregated) batch.input();
        float[] sums = floats(input.aggregated(), first.destinations() * dim);
        results.add(sums);
        float[] selves = floats(input.self(), sums.length);
        for (int d = 0; d < first.destinations(); d++) {
          for (int j = 0; j < dim; j++) {
            double sum = 0;
            double terms = aggregation == Aggregation.SUM ? 100 : 1; // rounding of longer sums
            for (int e = first.offsets()[d]; e < first.offsets()[d + 1]; e++) {
              double weight =
                  switch (aggregation) {
                    case GCN_NORM -> block.edgeWeights().getFloat(4 * e);
                    case MEAN -> 1.0 / (first.offsets()[d + 1] - first.offsets()[d]);
                    case SUM -> 1;
                  };
              sum += weight * rows.get(first.neighbors()[e] * dim + j);
            }
            assertThat((double) sums[d * dim + j]).isCloseTo(sum, within(1e-5 * terms));
            assertThat(selves[d * dim + j]).isEqualTo(rows.get(d * dim + j));
          }
        }
        Block empty = batch.blocks().get(0);
        assertThat(empty.edges()).isZero();
        assertThat(empty.sources()).isEqualTo(first.destinations());
        assertThat(batch.blocks().get(1).edges()).isEqualTo(fetched.blocks().get(1).edges());
      }
      results.forEach(sums -> assertThat(sums).isEqualTo(results.get(0)));
    }
  }

  @Test
  void aDestinationMayBeTheFirstOfItsNeighbors() {
    SampledNeighborhood got = neighborhood(seeds(0, 5), 1, 2, 2);
    BlockParts parts = new BlockParts(Aggregation.MEAN, true, false, false, 0, false);
    MiniBatch looped =
        new BatchAssembler(
                cluster.rows(),
                graph.partitions(),
                BlockAssembler.of(parts, null, null, graph.partitions(), replies),
                replies,
                false,
                new BatchCounts())
            .assemble(got, new BatchBuffers(), 1);
    assertThat(looped.input()).isInstanceOf(BatchInput.Rows.class);
    for (int layer = 0; layer < 2; layer++) {
      SampledHop hop = got.hops().get(1 - layer);
      Block block = looped.blocks().get(layer);
      assertThat(block.edges()).isEqualTo(hop.neighbors().length + hop.destinations());
      for (int v = 0; v < hop.destinations(); v++) {
        int first = block.offsets().getInt(4 * v);
        assertThat(block.neighbors().getInt(4 * first)).isEqualTo(v);
        int count = hop.offsets()[v + 1] - hop.offsets()[v];
        assertThat(block.offsets().getInt(4 * (v + 1))).isEqualTo(first + 1 + count);
        for (int e = 0; e < count; e++) {
          assertThat(block.neighbors().getInt(4 * (first + 1 + e)))
              .isEqualTo(hop.neighbors()[hop.offsets()[v] + e]);
        }
      }
    }
    assertThat(looped.seeds()).isEqualTo(2);
  }

  @Test
  void edgesOfADestinationMayBeInOrder() {
    SampledNeighborhood got = neighborhood(seeds(0, 5, 9, 20), 1, ALL, ALL);
    BlockParts parts = new BlockParts(Aggregation.MEAN, false, false, false, 0, true);
    MiniBatch ordered =
        new BatchAssembler(
                cluster.rows(),
                graph.partitions(),
                BlockAssembler.of(parts, null, null, graph.partitions(), replies),
                replies,
                true,
                new BatchCounts())
            .assemble(got, new BatchBuffers(), 1);
    boolean moved = false;
    for (int layer = 0; layer < 2; layer++) {
      SampledHop hop = got.hops().get(1 - layer);
      Block block = ordered.blocks().get(layer);
      for (int v = 0; v < hop.destinations(); v++) {
        int[] given = Arrays.copyOfRange(hop.neighbors(), hop.offsets()[v], hop.offsets()[v + 1]);
        int[] found = new int[given.length];
        final int first = block.offsets().getInt(4 * v);
        Arrays.setAll(found, e -> block.neighbors().getInt(4 * (first + e)));
        assertThat(found).containsExactlyInAnyOrder(given);
        assertThat(Arrays.stream(found).mapToLong(u -> got.vids()[u])).isSorted();
        moved |= !Arrays.equals(found, given);
      }
    }
    assertThat(moved).as("edges of several partitions").isTrue();
  }

  /** Six partitions of sixty vertices: there would be more sums than rows. */
  @Test
  void rowsAreFetchedWhereThereWouldBeMoreSums() {
    BatchCounts counts = new BatchCounts();
    MiniBatch batch =
        new BatchAssembler(
                cluster.rows(),
                graph.partitions(),
                BlockAssembler.of(Aggregation.MEAN),
                replies,
                true,
                counts)
            .assemble(neighborhood(seeds(3, 9, 1, 20, 33), 5, ALL, ALL), new BatchBuffers(), 9);
    assertThat(batch.input()).isInstanceOf(BatchInput.Rows.class);
    assertThat(counts.batches()).isOne();
    assertThat(counts.pushedDown()).isZero();
    assertThat(counts.bytesSpared()).isZero();
  }
}
