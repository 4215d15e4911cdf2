// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.inference.InferenceError;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.fixture.WholeGraph;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a few vertices get is what the model gives on their full neighbourhoods. */
class FewVerticesTest {
  private static final int MOST = 1 << 20;
  private static final MemoryBudget BUDGET = new MemoryBudget(1L << 30);
  private static final Optional<KnownRows> NONE = Optional.empty();
  private static final ModelSpec SAGE = Models.spec(new GraphSage(), 2, 24, LayerOptions.DEFAULT);

  /** Partitions of this process. */
  private record Held(List<HeldPartition> held, EdgeNeeds needs) implements GraphReads {
    static Held of(WholeGraph graph, EdgeNeeds needs) {
      return new Held(
          graph.partitions().stream()
              .map(p -> new HeldPartition(p.number(), p.topology(), p.edgeData(), p.input()))
              .toList(),
          needs);
    }

    @Override
    public int partitions() {
      return held.size();
    }

    @Override
    public List<MasterVertices> masters(List<MasterRequest> requests) {
      return requests.stream().map(asked -> held.get(asked.partition()).masters(asked)).toList();
    }

    @Override
    public List<ListedEdges> lists(List<ListRequest> requests) {
      return requests.stream()
          .map(asked -> held.get(asked.partition()).lists(asked, needs))
          .toList();
    }
  }

  static List<ModelSpec> models() {
    return Stream.concat(Models.untyped().stream(), Models.ordered().stream()).toList();
  }

  static List<ModelSpec> typedModels() {
    return Models.typed();
  }

  static List<ModelSpec> modelsOfEdgeFeatures() {
    return Models.ofEdgeFeatures();
  }

  @ParameterizedTest
  @MethodSource("models")
  void equalsTheModelOnTheFullNeighborhood(ModelSpec spec) {
    assertEqualsReference(
        new WholeGraph(
            PartitionedGraph.load(SampleGraph.random(200, 800, 12), 8, "hash-2d"), Models.DIM),
        spec);
  }

  @ParameterizedTest
  @MethodSource("typedModels")
  void equalsTheModelOnTypesOfVerticesAndEdges(ModelSpec spec) {
    for (int partitions : new int[] {1, 8}) {
      assertEqualsReference(
          new WholeGraph(
              PartitionedGraph.load(
                  TypedGraph.random(2, 3, 60, 5), PartitionedGraph.settings(partitions, "hash-2d")),
              Models.DIM),
          spec);
    }
  }

  @ParameterizedTest
  @MethodSource("modelsOfEdgeFeatures")
  void equalsTheModelOnFeaturesOfEdges(ModelSpec spec) {
    for (int partitions : new int[] {1, 8}) {
      assertEqualsReference(
          new WholeGraph(
              PartitionedGraph.load(
                  ValuedGraph.random(60, 300, 4, 9),
                  PartitionedGraph.settings(partitions, "hash-2d")),
              Models.DIM),
          spec);
    }
  }

  /** Asked one by one, and together. */
  private static void assertEqualsReference(WholeGraph graph, ModelSpec spec) {
    final ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    final List<float[]> expected = graph.reference(spec, parameters);
    final FewVertices model = new FewVertices(spec, DirectBuffers.floats(parameters), MOST);
    final Held reads = Held.of(graph, model.needs());
    final long[] some = some(graph, 17);
    final FewVertices.Rows together = model.compute(reads, HopDraws.ALL, some, BUDGET, NONE);
    for (int i = 0; i < some.length; i++) {
      final int number = graph.number(Vid.partition(some[i]), Vid.local(some[i]));
      assertRow(together.last(), i * together.stride(), expected.get(0), number, spec.outputDim());
      assertRow(
          together.before(),
          i * together.beforeStride(),
          expected.get(1),
          number,
          spec.embeddingDim());
      if (i % 5 == 0) {
        final FewVertices.Rows alone =
            model.compute(reads, HopDraws.ALL, new long[] {some[i]}, BUDGET, NONE);
        assertThat(Arrays.copyOf(alone.last(), spec.outputDim()))
            .isEqualTo(
                Arrays.copyOfRange(
                    together.last(),
                    i * together.stride(),
                    i * together.stride() + spec.outputDim()));
      }
    }
    assertThat(BUDGET.takenBytes()).isZero();
  }

  private static long[] some(WholeGraph graph, int every) {
    final List<Long> some = new ArrayList<>();
    graph
        .partitions()
        .forEach(
            p -> {
              for (int v = p.topology().masters() - 1; v >= 0; v -= every) {
                some.add(Vid.of(p.number(), v));
              }
            });
    return some.stream().mapToLong(Long::longValue).toArray();
  }

  private static void assertRow(float[] rows, int at, float[] expected, int number, int columns) {
    for (int j = 0; j < columns; j++) {
      final float of = expected[number * columns + j];
      assertThat(rows[at + j]).isCloseTo(of, within(1e-5f * Math.max(1, Math.abs(of))));
    }
  }

  private static WholeGraph random() {
    return new WholeGraph(
        PartitionedGraph.load(SampleGraph.random(300, 6000, 12), 8, "hash-2d"), Models.DIM);
  }

  private static FewVertices.Rows computed(
      WholeGraph graph, ModelSpec spec, HopDraws draws, int most, long... vids) {
    final FewVertices model =
        new FewVertices(spec, DirectBuffers.floats(BatchFixtures.parameters(spec, 3)), most);
    return model.compute(Held.of(graph, model.needs()), draws, vids, BUDGET, NONE);
  }

  @Test
  void drawsOfASeedAreTheSameWhateverIsAskedWithThem() {
    final WholeGraph graph = random();
    for (ModelSpec spec : List.of(SAGE, Models.spec(new Gcn(), 2, 24, LayerOptions.DEFAULT))) {
      final HopDraws draws = new HopDraws(List.of(4, 3), 7);
      final long asked = Vid.of(2, 1);
      final FewVertices.Rows alone = computed(graph, spec, draws, MOST, asked);
      assertThat(alone.edges()).isLessThanOrEqualTo(4 + 5 * 3);
      final FewVertices.Rows together =
          computed(graph, spec, draws, MOST, asked, Vid.of(0, 0), Vid.of(7, 2));
      assertThat(Arrays.copyOf(together.last(), spec.outputDim()))
          .isEqualTo(Arrays.copyOf(alone.last(), spec.outputDim()));
      final FewVertices.Rows other =
          computed(graph, spec, new HopDraws(List.of(4, 3), 8), MOST, asked);
      assertThat(Arrays.equals(other.last(), alone.last())).isFalse();
    }
  }

  /** With and without them, whoever was asked before. */
  @Test
  void rowsThatAreKnownAreTheSameBits() {
    final WholeGraph graph =
        new WholeGraph(
            PartitionedGraph.load(SampleGraph.random(80, 4000, 12), 8, "hash-2d"), Models.DIM);
    for (ModelSpec spec :
        List.of(
            SAGE,
            Models.spec(new Gcn(), 3, 24, LayerOptions.DEFAULT),
            Models.spec(new Gat(1, 1), 2, 24, LayerOptions.DEFAULT))) {
      final FewVertices model =
          new FewVertices(spec, DirectBuffers.floats(BatchFixtures.parameters(spec, 3)), MOST);
      final Held reads = Held.of(graph, model.needs());
      final MemoryBudget budget = new MemoryBudget(1 << 20);
      try (MemoryBudget.Reservation memory = budget.take(0, "known rows")) {
        final KnownRows known = new KnownRows(8000, memory);
        int before = 0;
        for (int turn = 0; turn < 3; turn++) {
          for (long vid : some(graph, 3)) {
            final long[] asked = {vid};
            final FewVertices.Rows rows =
                model.compute(reads, HopDraws.ALL, asked, BUDGET, Optional.of(known));
            assertThat(rows.last())
                .isEqualTo(model.compute(reads, HopDraws.ALL, asked, BUDGET, NONE).last());
            before = Math.max(before, known.size());
          }
        }
        assertThat(before).isBetween(10, 80);
        assertThat(memory.bytes()).isBetween(4000L, 8000L);
      }
      assertThat(budget.takenBytes()).isZero();
    }
  }

  @Test
  void drawsThatNoVertexReachesAreAllNeighbours() {
    final WholeGraph graph = random();
    final FewVertices.Rows drawn =
        computed(graph, SAGE, new HopDraws(List.of(1000, 1000), 7), MOST, Vid.of(1, 1));
    assertThat(drawn.last())
        .isEqualTo(computed(graph, SAGE, HopDraws.ALL, MOST, Vid.of(1, 1)).last());
  }

  /** The mean over draws of a sum that keeps its expectation comes near that of all. */
  @Test
  void sumsOfDrawsKeepTheirExpectation() {
    final WholeGraph graph = random();
    final ModelSpec spec = Models.spec(new Gcn(), 1, 24, LayerOptions.DEFAULT);
    final float[] exact = computed(graph, spec, HopDraws.ALL, MOST, Vid.of(3, 0)).last();
    final double[] mean = new double[spec.outputDim()];
    for (int seed = 0; seed < 2000; seed++) {
      final float[] drawn =
          computed(graph, spec, new HopDraws(List.of(8), seed), MOST, Vid.of(3, 0)).last();
      for (int j = 0; j < mean.length; j++) {
        mean[j] += drawn[j] / 2000;
      }
    }
    for (int j = 0; j < mean.length; j++) {
      assertThat(mean[j]).isCloseTo(exact[j], within(0.1));
    }
  }

  @Test
  void neighbourhoodsThatAreTooLargeAreRefusedBeforeTheyAreRead() {
    assertThatThrownBy(() -> computed(random(), SAGE, HopDraws.ALL, 100, Vid.of(1, 0)))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo(InferenceError.NEIGHBORHOOD_TOO_LARGE.name()))
        .hasMessage(
            "The neighbourhoods of the vertices have more than 100 edges: ask with fanouts, or of fewer vertices at once.");
  }

  @Test
  void memoryIsTakenOfTheBudget() {
    final WholeGraph graph = random();
    final FewVertices model =
        new FewVertices(SAGE, DirectBuffers.floats(BatchFixtures.parameters(SAGE, 3)), MOST);
    assertThatThrownBy(
            () ->
                model.compute(
                    Held.of(graph, model.needs()),
                    HopDraws.ALL,
                    new long[] {Vid.of(1, 0)},
                    new MemoryBudget(1000),
                    NONE))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo(MemoryError.MEMORY_BUDGET_EXCEEDED.name()));
  }

  @Test
  void requestsThatLeadOutsideAreRefused() {
    final HeldPartition partition = Held.of(random(), new EdgeNeeds(false, 0)).held().get(0);
    final EdgeNeeds none = new EdgeNeeds(false, 0);
    final int masters = partition.topology().masters();
    final int vertices = partition.topology().vertices();
    assertRefused(
        () -> partition.masters(new GraphReads.MasterRequest(0, new int[] {masters})),
        "vertex %d is not one of partition 0".formatted(masters));
    assertRefused(
        () -> partition.lists(list(new int[] {vertices}, new int[] {-1}), none), "vertex");
    assertRefused(() -> partition.lists(list(new int[] {-1}, new int[] {-1}), none), "vertex -1");
    assertRefused(
        () -> partition.lists(list(new int[] {0}, new int[0]), none),
        "of 1 lists 0 say how long they are");
    assertRefused(() -> partition.lists(list(new int[] {0}, new int[] {1}), none), "a place");
    assertRefused(
        () -> partition.lists(list(new int[] {0}, new int[] {1}, 1 << 20), none), "a place");
    assertRefused(() -> partition.lists(list(new int[] {0}, new int[] {-2}), none), "a place");
  }

  private static GraphReads.ListRequest list(int[] locals, int[] counts, int... places) {
    return new GraphReads.ListRequest(0, locals, counts, places);
  }

  private static void assertRefused(ThrowingCallable call, String why) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo(GraphError.REQUEST_OUT_OF_RANGE.name()))
        .hasMessageContaining("A request of predictions is refused: " + why);
  }
}
