// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.GraphError;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.fixture.Shares;
import io.graphember.inference.fixture.WholeGraph;
import io.graphember.inference.lists.InEdgesShape;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.inference.order.VertexOrder;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every vertex gets is what the model gives on its full neighbourhood. */
class LayerwiseInferenceTest {
  private static final int DIM = Models.DIM;
  private static final MemoryBudget BUDGET = new MemoryBudget(1L << 30);
  private static final IntFunction<Optional<StorageSettings>> NONE = share -> Optional.empty();
  private static final LayerOptions PLAIN = LayerOptions.DEFAULT;

  /** Rows of layers, collected. */
  private static final class Collected implements LayerOutput {
    private final WholeGraph graph;
    private final ModelSpec spec;
    private final float[][] layers;

    Collected(WholeGraph graph, ModelSpec spec) {
      this.graph = graph;
      this.spec = spec;
      layers = new float[spec.layers()][];
      for (int k = 0; k < layers.length; k++) {
        layers[k] = new float[graph.vertices() * spec.layerOutput(k)];
        Arrays.fill(layers[k], Float.NaN);
      }
    }

    @Override
    public void accept(
        int layer, int partition, int[] masters, int count, float[] rows, int stride) {
      final int columns = spec.layerOutput(layer);
      for (int i = 0; i < count; i++) {
        System.arraycopy(
            rows,
            i * stride,
            layers[layer],
            graph.number(partition, masters[i]) * columns,
            columns);
      }
    }
  }

  static List<ModelSpec> models() {
    return Stream.concat(Models.untyped().stream(), Models.ordered().stream()).toList();
  }

  static List<ModelSpec> typedModels() {
    return Models.typed();
  }

  @ParameterizedTest
  @MethodSource("models")
  void equalsTheModelOnTheFullNeighborhood(ModelSpec spec) {
    SampleGraph sample = SampleGraph.random(700, 5000, 12);
    for (int partitions : new int[] {1, 8}) {
      WholeGraph graph = new WholeGraph(PartitionedGraph.load(sample, partitions, "hash-2d"), DIM);
      assertEqualsReference(graph, spec);
    }
  }

  @ParameterizedTest
  @MethodSource("typedModels")
  void equalsTheModelOnTypesOfVerticesAndEdges(ModelSpec spec) {
    TypedGraph typed = TypedGraph.random(2, 3, 60, 5);
    for (int partitions : new int[] {1, 8}) {
      PartitionedGraph graph =
          PartitionedGraph.load(typed, PartitionedGraph.settings(partitions, "hash-2d"));
      assertEqualsReference(new WholeGraph(graph, DIM), spec);
    }
  }

  static List<ModelSpec> modelsOfEdgeFeatures() {
    return Models.ofEdgeFeatures();
  }

  @ParameterizedTest
  @MethodSource("modelsOfEdgeFeatures")
  void equalsTheModelOnFeaturesOfEdges(ModelSpec spec) {
    ValuedGraph valued = ValuedGraph.random(60, 300, 4, 9);
    for (int partitions : new int[] {1, 8}) {
      PartitionedGraph graph =
          PartitionedGraph.load(valued, PartitionedGraph.settings(partitions, "hash-2d"));
      assertEqualsReference(new WholeGraph(graph, DIM), spec);
    }
  }

  /** Rows in files between layers, and chunks of them in memory that are fewer than there are. */
  @ParameterizedTest
  @MethodSource({"models", "typedModels"})
  void equalsTheModelWithRowsInFiles(ModelSpec spec, @TempDir Path folder) {
    SampleGraph sample = SampleGraph.random(2000, 9000, 4);
    for (int partitions : new int[] {1, 8}) {
      boolean typed = spec.programs().stream().anyMatch(Program::usesEdgeTypes);
      WholeGraph graph =
          new WholeGraph(
              typed
                  ? PartitionedGraph.load(
                      TypedGraph.random(2, 3, 60, 5),
                      PartitionedGraph.settings(partitions, "hash-2d"))
                  : PartitionedGraph.load(sample, partitions, "hash-2d"),
              DIM);
      ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
      List<float[]> expected = graph.reference(spec, parameters);
      Path of = folder.resolve("p" + partitions);
      Collected collected = new Collected(graph, spec);
      stored(graph, spec, parameters, storage(of, "test"))
          .run(BUDGET, collected, (layer, masters) -> {});
      assertClose(collected.layers[spec.layers() - 1], expected.get(0));
    }
  }

  /** In memory and in files, alone and as three shares that see each other's answers only. */
  @ParameterizedTest
  @MethodSource({"models", "typedModels"})
  void givesTheSameBitsInAnyNumberOfShares(ModelSpec spec, @TempDir Path folder) {
    boolean typed = spec.programs().stream().anyMatch(Program::usesEdgeTypes);
    PartitionedGraph partitioned =
        typed
            ? PartitionedGraph.load(
                TypedGraph.random(2, 3, 60, 5), PartitionedGraph.settings(8, "hash-2d"))
            : PartitionedGraph.load(SampleGraph.random(2000, 9000, 4), 8, "hash-2d");
    assertSameBits(new WholeGraph(partitioned, DIM), spec, folder);
  }

  @Test
  void givesTheSameBitsWithFeaturesOfEdgesInAnyNumberOfShares(@TempDir Path folder) {
    PartitionedGraph partitioned =
        PartitionedGraph.load(
            ValuedGraph.random(60, 300, 4, 9), PartitionedGraph.settings(8, "hash-2d"));
    assertSameBits(
        new WholeGraph(partitioned, DIM),
        Models.spec(new GatE(2, 1), 2, 24, PLAIN.withEdgeDim(3)),
        folder);
  }

  private static void assertSameBits(WholeGraph graph, ModelSpec spec, Path folder) {
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    Collected alone = run(graph, spec, parameters, Workers.CALLER);
    assertThat(shares(graph, 1, spec, NeighborDraws.NONE, NONE).layers).isDeepEqualTo(alone.layers);
    for (NeighborDraws draws : List.of(NeighborDraws.NONE, new NeighborDraws(3, 5))) {
      Collected expected = shares(graph, 1, spec, draws, NONE);
      assertThat(shares(graph, 3, spec, draws, NONE).layers).isDeepEqualTo(expected.layers);
      Path of = folder.resolve("fanout-" + draws.fanout());
      Collected stored =
          shares(graph, 1, spec, draws, share -> Optional.of(storage(of.resolve("1"), "a")));
      Collected together =
          shares(
              graph, 3, spec, draws, share -> Optional.of(storage(of.resolve("3-" + share), "a")));
      assertThat(together.layers).isDeepEqualTo(stored.layers);
      assertClose(stored.layers[spec.layers() - 1], expected.layers[spec.layers() - 1]);
      assertThat(Arrays.equals(expected.layers[0], alone.layers[0])).isEqualTo(!draws.limits());
    }
  }

  private static Collected shares(
      WholeGraph graph,
      int count,
      ModelSpec spec,
      NeighborDraws draws,
      IntFunction<Optional<StorageSettings>> storage) {
    MemoryBudget budget = new MemoryBudget(1L << 30);
    Collected collected = new Collected(graph, spec);
    float[] parameters = DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
    try (Shares shares = new Shares(count, spec, parameters, graph.partitions(), draws, storage)) {
      shares.run(spec.layers(), budget, collected);
    }
    assertThat(budget.takenBytes()).isZero();
    return collected;
  }

  @ParameterizedTest
  @EnumSource(VertexOrder.class)
  void rowsInFilesMayLieInAnyOrder(VertexOrder order, @TempDir Path folder) {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(2000, 9000, 4), 8, "hash-2d"), DIM);
    for (Architecture kind : List.of(new Gcn(), new GraphSage(), new Gat(1, 1))) {
      ModelSpec spec = Models.spec(kind, 2, 24, PLAIN);
      ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
      Collected collected = new Collected(graph, spec);
      try (Shares shares =
          new Shares(
              2,
              spec,
              DirectBuffers.floats(parameters),
              graph.partitions(order),
              NeighborDraws.NONE,
              share ->
                  Optional.of(
                      storage(folder.resolve("%s-%s-%d".formatted(order, kind, share)), "a")))) {
        shares.run(2, BUDGET, collected);
      }
      assertClose(collected.layers[1], graph.reference(spec, parameters).get(0));
    }
  }

  /** What was given to the output is given again, of a layer in the middle and of the last one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rowsForTheOutputAreNotComputedAgain(int layer, @TempDir Path folder) {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(4000, 9000, 4), 2, "hash-2d"), DIM);
    ModelSpec spec = Models.spec(new GraphSage(), 3, 24, PLAIN);
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    AtomicInteger met = new AtomicInteger();
    assertThatThrownBy(
            () ->
                stored(graph, spec, parameters, storage(folder, "a"))
                    .run(
                        BUDGET,
                        (l, p, masters, count, rows, stride) -> {
                          if (l == layer && met.addAndGet(count) > 1500) {
                            throw new IllegalStateException("killed");
                          }
                        },
                        (l, masters) -> {}))
        .hasMessage("killed");
    Collected again = new Collected(graph, spec);
    List<LayerTimes> times =
        stored(graph, spec, parameters, storage(folder, "a")).run(BUDGET, again, (l, m) -> {});
    assertThat(times).extracting(LayerTimes::restored).first().isEqualTo(4000L);
    assertThat(times.get(layer - 1).restored()).isEqualTo(4000);
    assertThat(times.get(layer).restored()).isBetween(512L, 1500L);
    Collected whole = new Collected(graph, spec);
    stored(graph, spec, parameters, storage(folder, "b")).run(BUDGET, whole, (l, m) -> {});
    for (int l = 0; l < 3; l++) {
      assertThat(again.layers[l]).isEqualTo(whole.layers[l]);
    }
  }

  private static StorageSettings storage(Path folder, String run) {
    return storage(folder, run, Set.of(0, 1, 2));
  }

  private static StorageSettings storage(Path folder, String run, Set<Integer> outputs) {
    return new StorageSettings(folder, folder, run, outputs, 512, 128, 10_000);
  }

  private static LayerwiseInference stored(
      WholeGraph graph, ModelSpec spec, ByteBuffer parameters, StorageSettings storage) {
    return new LayerwiseInference(
        spec,
        DirectBuffers.floats(parameters),
        graph.partitions(),
        RunnerFactory.KERNELS,
        new Workers(ForkJoinPool.commonPool(), 2),
        Cancellation.NEVER,
        NeighborDraws.NONE,
        Optional.of(storage));
  }

  /** Counts the masters that come through each layer, and fails at one. */
  private static final class Failing implements LayerOutput {
    private final AtomicIntegerArray met = new AtomicIntegerArray(3);
    private final int most;

    Failing(int most) {
      this.most = most;
    }

    @Override
    public void accept(
        int layer, int partition, int[] masters, int count, float[] rows, int stride) {
      if (met.addAndGet(layer, count) > most && layer == 1) {
        throw new IllegalStateException("killed");
      }
    }
  }

  @Test
  void goesOnFromTheChunkThatWasReached(@TempDir Path folder) {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(4000, 9000, 4), 2, "hash-2d"), DIM);
    ModelSpec spec = Models.spec(new GraphSage(), 3, 24, PLAIN);
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    final Set<Integer> last = Set.of(2);
    Failing killed = new Failing(1500);
    assertThatThrownBy(
            () ->
                stored(graph, spec, parameters, storage(folder, "a", last))
                    .run(BUDGET, killed, (layer, masters) -> {}))
        .hasMessage("killed");
    Failing again = new Failing(Integer.MAX_VALUE);
    List<LayerTimes> times =
        stored(graph, spec, parameters, storage(folder, "a", last))
            .run(BUDGET, again, (layer, masters) -> {});
    assertThat(times.get(0).restored()).isEqualTo(4000);
    assertThat(times.get(1).restored()).isEqualTo(4000 - again.met.get(1));
    assertThat(again.met.get(0)).isZero();
    assertThat(again.met.get(1)).isPositive().isLessThanOrEqualTo(4000 - 512);
    assertThat(again.met.get(2)).isEqualTo(4000);
    Collected collected = new Collected(graph, spec);
    stored(graph, spec, parameters, storage(folder, "a", last))
        .run(BUDGET, collected, (layer, masters) -> {});
    assertClose(collected.layers[2], graph.reference(spec, parameters).get(0));
    Failing other = new Failing(Integer.MAX_VALUE);
    stored(graph, spec, parameters, storage(folder, "b", last))
        .run(BUDGET, other, (layer, masters) -> {});
    assertThat(other.met.get(0)).as("rows of another run").isEqualTo(4000);
  }

  @Test
  void countsChunks(@TempDir Path folder) {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(2000, 9000, 4), 1, "hash-2d"), DIM);
    ModelSpec spec = Models.spec(new GraphSage(), 2, 24, PLAIN);
    List<LayerTimes> times =
        stored(graph, spec, BatchFixtures.parameters(spec, 3), storage(folder, "a"))
            .run(BUDGET, (l, p, m, c, rows, stride) -> {}, (layer, masters) -> {});
    assertThat(times).hasSize(2);
    for (LayerTimes layer : times) {
      assertThat(layer.chunkReads()).isPositive();
      assertThat(layer.chunkHits()).isLessThan(layer.chunkReads());
      assertThat(layer.filledRows()).isZero();
    }
  }

  private static void assertEqualsReference(WholeGraph graph, ModelSpec spec) {
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    List<float[]> expected = graph.reference(spec, parameters);
    Collected collected = run(graph, spec, parameters, Workers.CALLER);
    assertClose(collected.layers[spec.layers() - 1], expected.get(0));
    if (!spec.embedsOutput()) {
      assertClose(collected.layers[spec.layers() - 2], expected.get(1));
    }
  }

  private static void assertClose(float[] rows, float[] expected) {
    assertThat(rows).hasSameSizeAs(expected);
    for (int i = 0; i < rows.length; i++) {
      assertThat(rows[i])
          .isCloseTo(expected[i], within(1e-4f * Math.max(1, Math.abs(expected[i]))));
    }
  }

  private static Collected run(
      WholeGraph graph, ModelSpec spec, ByteBuffer parameters, Workers workers) {
    Collected collected = new Collected(graph, spec);
    engine(graph, spec, parameters, workers, Cancellation.NEVER)
        .run(BUDGET, collected, (layer, masters) -> {});
    return collected;
  }

  private static LayerwiseInference engine(
      WholeGraph graph,
      ModelSpec spec,
      ByteBuffer parameters,
      Workers workers,
      Cancellation cancellation) {
    return new LayerwiseInference(
        spec,
        DirectBuffers.floats(parameters),
        graph.partitions(),
        RunnerFactory.KERNELS,
        workers,
        cancellation,
        NeighborDraws.NONE,
        Optional.empty());
  }

  @Test
  void givesTheSameBitsOnAnyThreads() {
    WholeGraph graph =
        new WholeGraph(
            PartitionedGraph.load(SampleGraph.random(5000, 40_000, 3), 3, "hash-2d"), DIM);
    ForkJoinPool threads = new ForkJoinPool(3);
    try {
      for (Architecture kind : List.of(new GraphSage(), new Gat(1, 1))) {
        ModelSpec spec = Models.spec(kind, 2, 24, PLAIN);
        ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
        Collected alone = run(graph, spec, parameters, Workers.CALLER);
        Collected together = run(graph, spec, parameters, new Workers(threads, 4));
        assertThat(together.layers).isDeepEqualTo(alone.layers);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void isRefusedBeforeItTakesWhatIsNotThere() {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(700, 5000, 1), 2, "hash-2d"), DIM);
    ModelSpec spec = Models.spec(new GraphSage(), 2, 24, PLAIN);
    LayerwiseInference engine =
        engine(graph, spec, BatchFixtures.parameters(spec, 3), Workers.CALLER, Cancellation.NEVER);
    MemoryBudget small = new MemoryBudget(engine.estimateBytes() - 1);
    assertThatThrownBy(
            () -> engine.run(small, (l, p, m, c, rows, stride) -> {}, (layer, masters) -> {}))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo(MemoryError.MEMORY_BUDGET_EXCEEDED.name()))
        .hasMessageStartingWith("inference over the whole graph needs ");
    assertThat(small.takenBytes()).isZero();
  }

  /** First for the lists of edges that others have, then for their rows too. */
  @Test
  void aShareIsRefusedBeforeItFetchesWhatDoesNotFit() {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(700, 5000, 1), 4, "hash-2d"), DIM);
    ModelSpec spec = Models.spec(new Gat(1, 1), 2, 24, PLAIN);
    float[] parameters = DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
    for (int bytes : new int[] {10_000, 400_000}) {
      MemoryBudget small = new MemoryBudget(bytes);
      try (Shares shares =
          new Shares(2, spec, parameters, graph.partitions(), NeighborDraws.NONE, NONE)) {
        assertThatThrownBy(() -> shares.run(2, small, (l, p, m, c, rows, stride) -> {}))
            .isInstanceOfSatisfying(
                GraphemberException.class,
                e -> assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue())
            .hasMessageMatching(
                bytes == 10_000
                    ? "inference over the whole graph, for \\d+ in-edges that other nodes have of"
                        + " masters here, needs .*"
                    : "inference over the whole graph needs .*");
      }
      assertThat(small.takenBytes()).isZero();
    }
  }

  /** Nothing that comes from another process is believed. */
  @Test
  void answersWhatItHasAndNothingElse() {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(700, 5000, 1), 4, "hash-2d"), DIM);
    ModelSpec spec = Models.spec(new GraphSage(), 2, 24, PLAIN);
    float[] parameters = DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
    InEdgesShape shape = new InEdgesShape(false, 0, 0);
    try (InferenceShare share =
        new InferenceShare(
            RunnerFactory.KERNELS.model(spec, parameters),
            graph.partitions().subList(0, 2),
            4,
            InferencePeers.NONE,
            Workers.CALLER,
            Cancellation.NEVER,
            NeighborDraws.NONE,
            Optional.empty())) {
      assertThat(share.edges(0, 1, new int[] {0, 1}, shape).offsets()).hasSize(3);
      assertRefused(() -> share.edges(0, 3, new int[1], shape), "partition 3 is not computed here");
      assertRefused(() -> share.edges(2, 1, new int[1], shape), "there is no layer 2");
      assertRefused(
          () -> share.edges(0, 1, new int[] {-1}, shape), "vertex -1 is not one of partition 1");
      assertRefused(
          () -> share.edges(0, 1, new int[1], new InEdgesShape(true, 0, 0)),
          "edges are asked for as InEdgesShape[inDegrees=true, edgeTypes=0, featureDim=0], here they"
              + " are InEdgesShape[inDegrees=false, edgeTypes=0, featureDim=0]");
      assertRefused(
          () -> share.rows(0, 0, new int[1]), "layer 0 is asked for, which is not in work here");
      share.open(BUDGET);
      share.begin();
      assertThat(share.rows(0, 0, new int[1])).hasSize(DIM);
      assertRefused(() -> share.rows(0, 0, new int[20_000]), "20000 rows are more than a piece");
      assertRefused(
          () -> share.rows(0, 0, new int[] {700}), "vertex 700 is not one of partition 0");
      assertRefused(
          () -> share.sums(0, 0, new int[1]), "layer 0 is asked for, which is not in work here");
    }
  }

  private static void assertRefused(Runnable request, String why) {
    assertThatThrownBy(request::run)
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(GraphError.REQUEST_OUT_OF_RANGE)).isTrue())
        .hasMessage("A request of inference is refused: " + why + ".");
  }

  @Test
  void isCancelled() {
    WholeGraph graph =
        new WholeGraph(PartitionedGraph.load(SampleGraph.random(700, 5000, 1), 2, "hash-2d"), DIM);
    ModelSpec spec = Models.spec(new GraphSage(), 2, 24, PLAIN);
    assertThatThrownBy(
            () ->
                engine(graph, spec, BatchFixtures.parameters(spec, 3), Workers.CALLER, () -> true)
                    .run(BUDGET, (l, p, m, c, rows, stride) -> {}, (layer, masters) -> {}))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo(SpiError.CANCELLED.name()));
  }
}
