// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.inference.fixture.ChangingGraph;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.fixture.UpdateShares;
import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.LayerwiseInference;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.Gin;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What follows a graph is what a whole pass over the graph gives. */
class UpdateShareTest {
  private static final int PARTITIONS = 4;

  /** Rows by layer, partition and master; those that do not come stay what they are. */
  private static final class Collected implements LayerOutput {
    private final ModelSpec spec;
    private final float[][][][] rows;
    private long came;

    Collected(ModelSpec spec) {
      this.spec = spec;
      rows = new float[spec.layers()][64][256][];
    }

    @Override
    public synchronized void accept(
        int layer, int partition, int[] masters, int count, float[] values, int stride) {
      came += count;
      for (int i = 0; i < count; i++) {
        rows[layer][partition][masters[i]] =
            Arrays.copyOfRange(values, i * stride, i * stride + spec.layerOutput(layer));
      }
    }
  }

  static List<ModelSpec> untyped() {
    return Stream.concat(Models.untyped().stream(), Models.ordered().stream()).toList();
  }

  static List<ModelSpec> typed() {
    return Models.typed();
  }

  static List<ModelSpec> ofEdgeFeatures() {
    return Models.ofEdgeFeatures();
  }

  static List<ModelSpec> adding() {
    return List.of(
        Models.spec(new GraphSage(), 2, 24, LayerOptions.DEFAULT),
        Models.spec(new Gcn(), 2, 24, LayerOptions.DEFAULT),
        Models.spec(new Gin(), 2, 8, LayerOptions.DEFAULT));
  }

  private static float[] parameters(ModelSpec spec) {
    return DirectBuffers.floats(BatchFixtures.parameters(spec, 3));
  }

  private static ChangingGraph graph(int vertexTypes, int edgeTypes, boolean features) {
    return new ChangingGraph(PARTITIONS, 120, 500, Models.DIM, vertexTypes, edgeTypes, features, 7);
  }

  private static Collected whole(ModelSpec spec, List<InferencePartition> partitions) {
    final Collected collected = new Collected(spec);
    new LayerwiseInference(
            spec,
            parameters(spec),
            partitions,
            RunnerFactory.KERNELS,
            Workers.CALLER,
            Cancellation.NEVER,
            NeighborDraws.NONE,
            Optional.empty())
        .run(new MemoryBudget(1L << 30), collected, (layer, masters) -> {});
    return collected;
  }

  private static void assertClose(ChangingGraph graph, Collected found, Collected expected) {
    for (int k = 0; k < expected.rows.length; k++) {
      for (InferencePartition partition : graph.partitions()) {
        final int p = partition.number();
        for (int v = 0; v < partition.topology().masters(); v++) {
          if (graph.isAlive(p, v)) {
            assertRow(found.spec, found.rows[k][p][v], expected.rows[k][p][v], k, p, v);
          }
        }
      }
    }
  }

  private static void assertRow(
      ModelSpec spec, float[] found, float[] expected, int k, int p, int v) {
    // GIN adds without dividing: what is left of large numbers is as exact as these.
    final float largest = spec.kind() instanceof Gin ? largest(expected) : 1;
    for (int j = 0; j < expected.length; j++) {
      final float difference = Math.abs(found[j] - expected[j]);
      if (!(difference <= 1e-5f * Math.max(Math.max(1, largest), Math.abs(expected[j])))) {
        assertThat(found)
            .describedAs("layer %d, partition %d, vertex %d", k, p, v)
            .isEqualTo(expected);
      }
    }
  }

  private static float largest(float[] row) {
    float largest = 0;
    for (float value : row) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /** Changes in batches, looked at after each. */
  private static void follow(ModelSpec spec, ChangingGraph graph, int changes, int mostOfABatch) {
    final MemoryBudget budget = new MemoryBudget(1L << 30);
    final Collected alone = new Collected(spec);
    final Collected together = new Collected(spec);
    try (UpdateShares one = new UpdateShares(1, spec, parameters(spec), graph.partitions());
        UpdateShares three = new UpdateShares(3, spec, parameters(spec), graph.partitions())) {
      one.begin(graph.partitions(), budget, alone);
      three.begin(graph.partitions(), budget, together);
      assertThat(together.rows).isDeepEqualTo(alone.rows);
      for (int done = 0, batch = 0; done < changes; batch++) {
        final int count = 1 + CounterRandom.bounded(CounterRandom.bits(5, batch), mostOfABatch);
        for (int i = 0; i < count; i++) {
          graph.change();
        }
        done += count;
        final ChangedGraph change = graph.take();
        one.update(graph.partitions(), change, alone);
        three.update(graph.partitions(), change, together);
        assertThat(together.rows).isDeepEqualTo(alone.rows);
        assertClose(graph, alone, whole(spec, graph.partitions()));
      }
      assertThat(together.came).isEqualTo(alone.came);
    }
    assertThat(budget.takenBytes()).isZero();
  }

  @ParameterizedTest
  @MethodSource("adding")
  void followsManyChanges(ModelSpec spec) {
    follow(spec, graph(1, 1, false), 10_000, 500);
  }

  @ParameterizedTest
  @MethodSource("untyped")
  void followsChanges(ModelSpec spec) {
    follow(spec, graph(1, 1, false), 300, 40);
  }

  @ParameterizedTest
  @MethodSource("typed")
  void followsChangesOfTypedGraphs(ModelSpec spec) {
    follow(spec, graph(2, 3, false), 300, 40);
  }

  @ParameterizedTest
  @MethodSource("ofEdgeFeatures")
  void followsChangesOfEdgesWithFeatures(ModelSpec spec) {
    follow(spec, graph(1, 1, true), 300, 40);
  }

  /** Small additions are a partition more: new vertices are its masters, old ones its mirrors. */
  @ParameterizedTest
  @MethodSource("adding")
  void followsAGraphWithAPartitionMore(ModelSpec spec) {
    final ChangingGraph graph = graph(1, 1, false);
    final MemoryBudget budget = new MemoryBudget(1L << 30);
    final Collected found = new Collected(spec);
    try (UpdateShares shares = new UpdateShares(3, spec, parameters(spec), graph.partitions())) {
      shares.begin(graph.partitions(), budget, found);
      graph.addPartition();
      for (int batch = 0; batch < 5; batch++) {
        for (int i = 0; i < 60; i++) {
          graph.change();
        }
        final ChangedGraph change = graph.take();
        shares.update(graph.partitions(), change, found);
        assertClose(graph, found, whole(spec, graph.partitions()));
      }
      assertThat(graph.partitions().get(PARTITIONS).topology().masters()).isPositive();
      assertThat(graph.partitions().get(PARTITIONS).topology().edges()).isPositive();
    }
    assertThat(budget.takenBytes()).isZero();
  }

  @ParameterizedTest
  @MethodSource("untyped")
  void givesTheSameBitsOnAnyNumberOfThreads(ModelSpec spec) {
    final ChangingGraph graph = graph(1, 1, false);
    final MemoryBudget budget = new MemoryBudget(1L << 30);
    final Collected found = new Collected(spec);
    final Collected expected = new Collected(spec);
    final Workers two = new Workers(ForkJoinPool.commonPool(), 2);
    try (FollowingInference several = following(spec, graph, two);
        FollowingInference alone = following(spec, graph, Workers.CALLER)) {
      several.begin(budget, found);
      alone.begin(budget, expected);
      for (int i = 0; i < 200; i++) {
        graph.change();
      }
      final ChangedGraph change = graph.take();
      assertThat(several.update(graph.partitions(), change, found))
          .isEqualTo(alone.update(graph.partitions(), change, expected));
      assertThat(found.rows).isDeepEqualTo(expected.rows);
    }
    assertThat(budget.takenBytes()).isZero();
  }

  private static FollowingInference following(
      ModelSpec spec, ChangingGraph graph, Workers workers) {
    return new FollowingInference(
        RunnerFactory.KERNELS.model(spec, parameters(spec)),
        graph.partitions(),
        workers,
        Cancellation.NEVER);
  }

  private static List<Touched> update(
      FollowingInference following, ChangingGraph graph, LayerOutput output) {
    final ChangedGraph change = graph.take();
    return following.update(graph.partitions(), change, output);
  }

  /** A long cycle: a layer touches one vertex more than the layer before. */
  @Test
  void computesWhatAChangeReachesAndNothingElse() {
    final ModelSpec spec = Models.spec(new GraphSage(), 3, 24, LayerOptions.DEFAULT);
    final ChangingGraph graph = cycle();
    final Collected found = new Collected(spec);
    try (FollowingInference following = following(spec, graph, Workers.CALLER)) {
      following.begin(new MemoryBudget(1L << 30), found);
      found.came = 0;
      final float[][][][] before = copy(found.rows);
      graph.setRow(Vid.of(1, 3), new float[Models.DIM]);
      final List<Touched> touched = update(following, graph, found);
      assertThat(touched).extracting(Touched::masters).containsExactly(2L, 3L, 4L);
      assertThat(touched).extracting(Touched::edges).containsExactly(1L, 2L, 3L);
      assertThat(found.came).isEqualTo(9);
      int same = 0;
      for (int p = 0; p < PARTITIONS; p++) {
        for (int v = 0; v < 30; v++) {
          same += found.rows[2][p][v] == before[2][p][v] ? 1 : 0;
        }
      }
      assertThat(same).isEqualTo(4 * 30 - 4);
      assertClose(graph, found, whole(spec, graph.partitions()));
    }
  }

  private static ChangingGraph cycle() {
    final ChangingGraph graph = new ChangingGraph(PARTITIONS, 120, 0, Models.DIM, 1, 1, false, 7);
    for (int v = 0; v < 120; v++) {
      graph.addEdge(Vid.of(v / 30, v % 30), Vid.of((v + 1) % 120 / 30, (v + 1) % 30));
    }
    graph.take();
    return graph;
  }

  private static float[][][][] copy(float[][][][] rows) {
    final float[][][][] copy = new float[rows.length][][][];
    for (int k = 0; k < rows.length; k++) {
      copy[k] = Arrays.stream(rows[k]).map(float[][]::clone).toArray(float[][][]::new);
    }
    return copy;
  }

  /** A row that is written again as it was, and a pair of changes that are none together. */
  @Test
  void aRowWithTheSameBitsStopsWhatFollows() {
    final ModelSpec spec = Models.spec(new GraphSage(), 2, 24, LayerOptions.DEFAULT);
    final ChangingGraph graph = cycle();
    final float[] row = new float[Models.DIM];
    graph.setRow(Vid.of(1, 3), row);
    graph.take();
    try (FollowingInference following = following(spec, graph, Workers.CALLER)) {
      following.begin(new MemoryBudget(1L << 30), LayerOutput.NONE);
      graph.setRow(Vid.of(1, 3), row.clone());
      assertThat(update(following, graph, LayerOutput.NONE))
          .extracting(Touched::masters)
          .containsExactly(0L, 0L);
    }
  }

  /** Rows grow to a million times and shrink again: what is left of a sum would be noise. */
  @Test
  void sumsThatHaveRoundedTooOftenAreTakenAnew() {
    for (ModelSpec spec : adding()) {
      final ChangingGraph graph = graph(1, 1, false);
      final Collected found = new Collected(spec);
      long anew = 0;
      try (FollowingInference following = following(spec, graph, Workers.CALLER)) {
        following.begin(new MemoryBudget(1L << 30), found);
        for (int turn = 0; turn < 40; turn++) {
          for (int v = 0; v < 20; v++) {
            final float[] row = new float[Models.DIM];
            Arrays.fill(row, (turn % 2 == 0 ? 1e6f : 1) * (v + 1) / 7);
            graph.setRow(Vid.of(v % PARTITIONS, v / PARTITIONS), row);
          }
          final List<Touched> touched = update(following, graph, found);
          anew += touched.stream().mapToLong(Touched::sums).sum();
          if (turn % 2 == 1) {
            assertClose(graph, found, whole(spec, graph.partitions()));
          }
        }
      }
      assertThat(anew).isPositive();
    }
  }

  /**
   * Small changes of the same rows, which round a little each: sums are taken anew now and then.
   */
  @Test
  void sumsAreTakenAnewNowAndThen() {
    final ModelSpec spec = Models.spec(new GraphSage(), 1, 24, LayerOptions.DEFAULT);
    final ChangingGraph graph = graph(1, 1, false);
    final Collected found = new Collected(spec);
    final long[] anew = new long[150];
    try (FollowingInference following = following(spec, graph, Workers.CALLER)) {
      following.begin(new MemoryBudget(1L << 30), found);
      for (int turn = 0; turn < anew.length; turn++) {
        final float[] row = new float[Models.DIM];
        Arrays.fill(row, 1 + turn / 1000f);
        graph.setRow(Vid.of(0, 0), row);
        anew[turn] = update(following, graph, found).get(0).sums();
      }
      assertClose(graph, found, whole(spec, graph.partitions()));
    }
    assertThat(Arrays.stream(anew, 0, 15).sum()).isLessThan(5);
    assertThat(Arrays.stream(anew, 15, 150).sum()).isPositive();
  }

  @Test
  void memoryIsTakenOfTheBudgetAndGivenBack() {
    final ModelSpec spec = Models.spec(new GraphSage(), 2, 24, LayerOptions.DEFAULT);
    final ChangingGraph graph = graph(1, 1, false);
    final MemoryBudget small = new MemoryBudget(10_000);
    try (FollowingInference following = following(spec, graph, Workers.CALLER)) {
      assertRefused(
          () -> following.begin(small, LayerOutput.NONE), MemoryError.MEMORY_BUDGET_EXCEEDED);
    }
    assertThat(small.takenBytes()).isZero();
    final MemoryBudget enough = new MemoryBudget(1L << 30);
    try (FollowingInference following = following(spec, graph, Workers.CALLER)) {
      following.begin(enough, LayerOutput.NONE);
      final MemoryBudget.Reservation others = enough.take(enough.freeBytes() - 1000, "others");
      for (int i = 0; i < 200; i++) {
        graph.change();
      }
      final ChangedGraph change = graph.take();
      assertRefused(
          () -> following.update(graph.partitions(), change, LayerOutput.NONE),
          MemoryError.MEMORY_BUSY);
      others.close();
      assertThatThrownBy(
              () ->
                  following.update(
                      graph.partitions(),
                      change,
                      (layer, partition, masters, count, rows, stride) -> {
                        throw new IllegalStateException("lost");
                      }))
          .hasMessage("lost");
      assertThatThrownBy(() -> following.update(graph.partitions(), change, LayerOutput.NONE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the change before was not ended");
    }
    assertThat(enough.takenBytes()).isZero();
  }

  private static void assertRefused(ThrowingCallable call, MemoryError code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code.name()))
        .hasMessageContaining("a graph");
  }

  @Test
  void whatDoesNotFitThePartitionsIsRefused() {
    final ModelSpec spec = Models.spec(new GraphSage(), 2, 24, LayerOptions.DEFAULT);
    final ChangingGraph graph = graph(1, 1, false);
    final List<InferencePartition> partitions = graph.partitions();
    try (UpdateShare share =
        new UpdateShare(
            RunnerFactory.KERNELS.model(spec, parameters(spec)),
            partitions,
            PARTITIONS,
            UpdatePeers.ALONE,
            Workers.CALLER,
            Cancellation.NEVER)) {
      share.open(new MemoryBudget(1L << 30));
      final ChangedEdges outside =
          new ChangedEdges(new long[] {Vid.of(0, 0)}, new long[] {Vid.of(1, 30)}, new int[] {0});
      assertRefused(
          () ->
              share.begin(partitions, PARTITIONS, ChangedGraph.ofEdges(outside, ChangedEdges.NONE)),
          "partition 1 has no vertex 30");
      final ChangedEdges nowhere =
          new ChangedEdges(new long[] {Vid.of(0, 0)}, new long[] {Vid.of(1, 3)}, new int[] {4});
      assertRefused(
          () ->
              share.begin(partitions, PARTITIONS, ChangedGraph.ofEdges(ChangedEdges.NONE, nowhere)),
          "there is no partition 4");
      graph.addPartition();
      graph.take();
      while (graph.partitions().get(graph.partitions().size() - 1).topology().masters() == 0) {
        graph.change();
        graph.take();
      }
      assertRefused(
          () ->
              share.begin(
                  graph.partitions(),
                  PARTITIONS + 1,
                  ChangedGraph.ofEdges(ChangedEdges.NONE, ChangedEdges.NONE)),
          "is new, but not named");
      share.begin(
          partitions, PARTITIONS, ChangedGraph.ofEdges(ChangedEdges.NONE, ChangedEdges.NONE));
      assertRefused(
          () -> share.answers().rows(0, 4, new int[] {0}), "partition 4 is not kept here");
      assertRefused(() -> share.answers().rows(1, 0, new int[] {0}), "layer 1 is asked for");
      assertRefused(
          () -> share.answers().rows(0, 0, new int[] {30}), "vertex 30 is not one of partition 0");
      assertRefused(() -> share.answers().rowsBefore(0, 0, new int[] {-1}), "vertex -1");
      assertRefused(() -> share.answers().sumDifferences(0, 0, 0, 0), "which are not made yet");
    }
  }

  private static void assertRefused(ThrowingCallable call, String why) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo(GraphError.REQUEST_OUT_OF_RANGE.name()))
        .hasMessageContaining(why);
  }
}
